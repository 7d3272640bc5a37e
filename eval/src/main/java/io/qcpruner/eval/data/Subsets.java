package io.qcpruner.eval.data;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The part of a data set that a manifest asks for. */
final class Subsets {

  /** The project's own list of calibration ids; a copy in the data root wins. */
  private static final String NEXTQA = "subsets/nextqa_600_seed42.csv";

  private Subsets() {}

  static List<DataRow> apply(List<DataRow> rows, DataManifest.Subset subset, Path root)
      throws DataException {
    if (subset.first() > 0) {
      return rows.subList(0, Math.min(subset.first(), rows.size()));
    }
    Set<String> wanted = keys(Globs.inside(root, subset.path()), subset);
    List<DataRow> out = new ArrayList<>();
    for (DataRow row : rows) {
      if (wanted.contains(key(row, subset.key()))) {
        out.add(row);
      }
    }
    return out;
  }

  private static String key(DataRow row, List<String> columns) throws DataException {
    List<String> parts = new ArrayList<>();
    for (String column : columns) {
      parts.add(row.text(column));
    }
    return String.join("\n", parts);
  }

  private static Set<String> keys(Path file, DataManifest.Subset subset) throws DataException {
    boolean builtIn = !Files.exists(file) && subset.path().equals(NEXTQA);
    try (InputStream in =
            builtIn
                ? Subsets.class.getResourceAsStream("/io/qcpruner/eval/paper/nextqa_600_seed42.csv")
                : Files.newInputStream(file);
        var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      List<String> header = List.of(String.valueOf(lines.readLine()).split(","));
      List<Integer> columns = new ArrayList<>();
      for (String key : subset.key()) {
        if (!header.contains(key)) {
          throw new DataException(file.toString(), "no column " + key);
        }
        columns.add(header.indexOf(key));
      }
      Set<String> keys = new HashSet<>();
      int number = 1;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String[] cells = line.split(",", -1);
        if (cells.length != header.size()) {
          throw new DataException(
              file + " line " + number,
              cells.length + " fields, but the header has " + header.size());
        }
        keys.add(String.join("\n", columns.stream().map(c -> cells[c]).toList()));
      }
      return keys;
    } catch (DataException e) {
      throw e;
    } catch (IOException e) {
      throw Json.unreadable(file, e);
    }
  }
}
