package io.qcpruner.eval.report;

import io.qcpruner.eval.metric.Sheet;
import io.qcpruner.eval.run.RunJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code scores.json}: every score with its breakdown, exact and as printed. */
public final class ScoresJson {

  private ScoresJson() {}

  public static List<Map<String, Object>> of(ScoreBook book, ScoreTable table) {
    List<Map<String, Object>> out = new ArrayList<>();
    for (ScoreTable.Row row : table.rows()) {
      Map<String, Object> benchmarks = new LinkedHashMap<>();
      row.cells()
          .forEach(
              (task, cell) -> {
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("score", cell.value());
                entry.put("display", cell.display());
                entry.put("n", cell.samples());
                entry.put("unparsed", cell.unparsed());
                Optional<Sheet> sheet = book.sheet(task, row.setting());
                entry.put("breakdown", sheet.map(Sheet::breakdown).orElse(Map.of()));
                entry.put(
                    "source",
                    cell.external() ? "external" : book.manifest().tasks().get(task).source());
                benchmarks.put(task, entry);
              });
      Map<String, Object> setting = new LinkedHashMap<>();
      setting.put("setting", row.setting().toString());
      setting.put("avg_rel", row.avgRel().orElse(null));
      setting.put("avg_rel_display", row.avgRelText());
      setting.put("benchmarks", benchmarks);
      out.add(setting);
    }
    return out;
  }

  /** With what the run's machines did, if there were several: {@code {"scores":…,"run":…}}. */
  public static String text(ScoreBook book, ScoreTable table, Optional<Map<String, Object>> run)
      throws IOException {
    Object scores = of(book, table);
    Object all = run.isEmpty() ? scores : Map.of("scores", scores, "run", run.get());
    return RunJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(all);
  }

  public static String text(ScoreBook book, ScoreTable table) throws IOException {
    return RunJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(of(book, table));
  }
}
