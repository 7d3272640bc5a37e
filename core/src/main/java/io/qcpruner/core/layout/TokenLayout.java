package io.qcpruner.core.layout;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The rows of one decoder sequence: what each is, where it comes from, and which rows belong
 * together. All arrays have one entry per row and are not copied.
 *
 * @param kinds what the row is
 * @param spans which part of the prompt it comes from
 * @param groups the frame (video) or view (AnyRes: 0 the base view, then tiles) of a visual row, -1
 *     for text
 * @param gridRows row in the patch grid of its group, -1 for text
 * @param gridCols column in the patch grid of its group, -1 for text and newlines
 * @param grouping what a group is
 */
public record TokenLayout(
    TokenKind[] kinds,
    SpanLabel[] spans,
    int[] groups,
    int[] gridRows,
    int[] gridCols,
    Grouping grouping) {

  public TokenLayout {
    int n = kinds.length;
    if (spans.length != n || groups.length != n || gridRows.length != n || gridCols.length != n) {
      throw new IllegalArgumentException(
          "layout columns differ in length: kinds %d, spans %d, groups %d, grid rows %d, grid columns %d"
              .formatted(n, spans.length, groups.length, gridRows.length, gridCols.length));
    }
  }

  /** A plain layout: text, one run of patches in one group, text. */
  public static TokenLayout simple(int prefix, int patches, int gridWidth, int suffix) {
    TokenLayoutBuilder builder = new TokenLayoutBuilder(Grouping.SINGLE);
    builder.text(SpanLabel.TEMPLATE, prefix);
    for (int i = 0; i < patches; i++) {
      builder.patch(0, i / gridWidth, i % gridWidth);
    }
    return builder.text(SpanLabel.USER, suffix).build();
  }

  /** A video: text, frames of rows x cols patches with a newline after each row or not, text. */
  public static TokenLayout video(
      int prefix, int frames, int rows, int cols, boolean newlines, int suffix) {
    TokenLayoutBuilder builder = new TokenLayoutBuilder(Grouping.FRAMES);
    builder.text(SpanLabel.TEMPLATE, prefix);
    for (int f = 0; f < frames; f++) {
      builder.grid(f, rows, cols, newlines);
    }
    return builder.text(SpanLabel.USER, suffix).build();
  }

  public int size() {
    return kinds.length;
  }

  /**
   * Rows that may be pruned, ascending: the candidate list that every plan and mask index refers
   * to.
   */
  public int[] candidates() {
    return IntStream.range(0, size())
        .filter(i -> kinds[i] == TokenKind.PATCH || kinds[i] == TokenKind.MERGED)
        .toArray();
  }

  /** All text rows, ascending. */
  public int[] textRows() {
    return IntStream.range(0, size()).filter(i -> kinds[i] == TokenKind.TEXT).toArray();
  }

  /**
   * The same rows with newlines counted as patches, for parity with published code that prunes
   * them.
   */
  public TokenLayout withNewlinesAsPatches() {
    TokenKind[] relabelled = kinds.clone();
    Arrays.setAll(relabelled, i -> kinds[i] == TokenKind.NEWLINE ? TokenKind.PATCH : kinds[i]);
    return new TokenLayout(relabelled, spans, groups, gridRows, gridCols, grouping);
  }

  /** First row after the last visual row: where the suffix text starts. */
  public int suffixStart() {
    for (int i = size() - 1; i >= 0; i--) {
      if (kinds[i] != TokenKind.TEXT) {
        return i + 1;
      }
    }
    return 0;
  }

  /**
   * Candidate indices (not rows) of each group, ascending, in group order. One frame or one view an
   * entry; groups without candidates are left out.
   */
  public int[][] candidateGroups() {
    int[] rows = candidates();
    int count = Arrays.stream(rows).map(r -> groups[r] + 1).max().orElse(0);
    return IntStream.range(0, count)
        .mapToObj(g -> IntStream.range(0, rows.length).filter(i -> groups[rows[i]] == g).toArray())
        .filter(g -> g.length > 0)
        .toArray(int[][]::new);
  }

  /** The layout of the given rows, in the given order. */
  public TokenLayout select(int[] rows) {
    return new TokenLayout(
        Arrays.stream(rows).mapToObj(r -> kinds[r]).toArray(TokenKind[]::new),
        Arrays.stream(rows).mapToObj(r -> spans[r]).toArray(SpanLabel[]::new),
        Arrays.stream(rows).map(r -> groups[r]).toArray(),
        Arrays.stream(rows).map(r -> gridRows[r]).toArray(),
        Arrays.stream(rows).map(r -> gridCols[r]).toArray(),
        grouping);
  }
}
