package io.qcpruner.eval.report;

import java.util.List;

/**
 * A table of texts, ready to be written in any format.
 *
 * @param notes sentences below the table
 */
public record TextTable(
    String title, List<String> header, List<List<String>> rows, List<String> notes) {

  public TextTable {
    header = List.copyOf(header);
    rows = rows.stream().map(List::copyOf).toList();
    notes = List.copyOf(notes);
    for (List<String> row : rows) {
      if (row.size() != header.size()) {
        throw new IllegalArgumentException(
            "row of " + row.size() + " cells under " + header.size() + " columns: " + row);
      }
    }
  }
}
