package io.qcpruner.core.layout;

import java.util.ArrayList;
import java.util.List;

/** Collects the rows of a {@link TokenLayout} in sequence order. */
public final class TokenLayoutBuilder {

  private record Row(TokenKind kind, SpanLabel span, int group, int gridRow, int gridCol) {}

  private final Grouping grouping;
  private final List<Row> rows = new ArrayList<>();

  public TokenLayoutBuilder(Grouping grouping) {
    this.grouping = grouping;
  }

  public TokenLayoutBuilder text(SpanLabel span, int count) {
    for (int i = 0; i < count; i++) {
      rows.add(new Row(TokenKind.TEXT, span, -1, -1, -1));
    }
    return this;
  }

  public TokenLayoutBuilder patch(int group, int gridRow, int gridCol) {
    return visual(TokenKind.PATCH, group, gridRow, gridCol);
  }

  public TokenLayoutBuilder newline(int group, int gridRow) {
    return visual(TokenKind.NEWLINE, group, gridRow, -1);
  }

  /** Any other visual row, such as a vision mark. */
  public TokenLayoutBuilder visual(TokenKind kind, int group, int gridRow, int gridCol) {
    rows.add(new Row(kind, SpanLabel.VISUAL, group, gridRow, gridCol));
    return this;
  }

  /** A whole patch grid, row by row, with a newline after each row or not. */
  public TokenLayoutBuilder grid(int group, int gridRows, int gridCols, boolean newlines) {
    for (int r = 0; r < gridRows; r++) {
      for (int c = 0; c < gridCols; c++) {
        patch(group, r, c);
      }
      if (newlines) {
        newline(group, r);
      }
    }
    return this;
  }

  public TokenLayout build() {
    return new TokenLayout(
        rows.stream().map(Row::kind).toArray(TokenKind[]::new),
        rows.stream().map(Row::span).toArray(SpanLabel[]::new),
        rows.stream().mapToInt(Row::group).toArray(),
        rows.stream().mapToInt(Row::gridRow).toArray(),
        rows.stream().mapToInt(Row::gridCol).toArray(),
        grouping);
  }
}
