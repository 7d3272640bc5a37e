package io.qcpruner.eval.data;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rows of the benchmark files that are JSON: LLaVA question files, MVBench, LongVideoBench. */
final class JsonReaders {

  private JsonReaders() {}

  /** LLaVA question files: one object per line. */
  static List<DataRow> lines(List<Path> files) throws DataException {
    List<DataRow> rows = new ArrayList<>();
    for (Path file : files) {
      int at = 0;
      for (Map<String, Object> fields : Json.lines(file)) {
        at++;
        String where = file.getFileName() + " question " + at;
        rows.add(new DataRow(where, rows.size(), fields, new Media.None()));
      }
    }
    return rows;
  }

  /** Files that hold one array of objects; the file's stem is added as field {@code file}. */
  static List<DataRow> arrays(List<Path> files) throws DataException {
    List<DataRow> rows = new ArrayList<>();
    for (Path file : files) {
      String name = file.getFileName().toString();
      JsonNode array = Json.tree(file);
      if (!array.isArray()) {
        throw new DataException(file.toString(), "does not hold a JSON array");
      }
      for (int i = 0; i < array.size(); i++) {
        if (!array.get(i).isObject()) {
          throw new DataException(file + " element " + i, "is not an object");
        }
        Map<String, Object> fields = Json.object(array.get(i));
        fields.put("file", name.replaceFirst("\\.json$", ""));
        rows.add(new DataRow(name + " element " + i, rows.size(), fields, new Media.None()));
      }
    }
    return rows;
  }
}
