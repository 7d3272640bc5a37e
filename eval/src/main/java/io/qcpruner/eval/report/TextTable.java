package io.qcpruner.eval.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A table of texts, ready to be written in any format.
 *
 * @param notes sentences below the table
 * @param marks how each cell stands out, by row; empty when none does
 * @param bands rows that are headings: their first cell spans the table
 */
public record TextTable(
    String title,
    List<String> header,
    List<List<String>> rows,
    List<String> notes,
    List<List<Mark>> marks,
    Set<Integer> bands) {

  /** How a cell stands out. */
  public enum Mark {
    PLAIN,
    BEST,
    SECOND
  }

  public TextTable {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
    notes = List.copyOf(notes);
    marks = marks.stream().map(List::copyOf).toList();
    bands = Set.copyOf(bands);
    for (List<String> row : rows) {
      if (row.size() != header.size()) {
        throw new IllegalArgumentException(
            "row of " + row.size() + " cells under " + header.size() + " columns: " + row);
      }
    }
    if (!marks.isEmpty() && marks.size() != rows.size()) {
      throw new IllegalArgumentException(marks.size() + " rows of marks, " + rows.size() + " rows");
    }
  }

  /** A plain table. */
  public TextTable(String title, List<String> header, List<List<String>> rows, List<String> notes) {
    this(title, header, rows, notes, List.of(), Set.of());
  }

  Mark mark(int row, int column) {
    return marks.isEmpty() || marks.get(row).isEmpty() ? Mark.PLAIN : marks.get(row).get(column);
  }

  boolean isBand(int row) {
    return bands.contains(row);
  }

  /** A copy of this table with one more note. */
  public TextTable withNote(String note) {
    List<String> more = new ArrayList<>(notes);
    more.add(note);
    return new TextTable(title, header, rows, more, marks, bands);
  }

  /** A copy of this table with another title. */
  public TextTable titled(String other) {
    return new TextTable(other, header, rows, notes, marks, bands);
  }
}
