package io.qcpruner.cli.reproduce;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.plot.RetentionPlots;
import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.report.DurationTable;
import io.qcpruner.eval.report.EfficiencyTable;
import io.qcpruner.eval.report.ExternalScores;
import io.qcpruner.eval.report.PaperComparison;
import io.qcpruner.eval.report.Resampling;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.report.Uncertainty;
import io.qcpruner.eval.reproduce.Claims;
import io.qcpruner.eval.reproduce.PaperShape;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunManifest;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.json.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The tables of one finished run, in every format.
 *
 * @param preset what was run
 * @param run folder with its records
 * @param catalog the tasks
 * @param refused settings that the model can't serve, with the reason
 */
public record PartTables(
    Preset preset, Path run, TaskCatalog catalog, Map<String, String> refused) {

  /**
   * Writes {@code NAME.md}, {@code .csv}, {@code .tex} and {@code .html}, figures for a main table,
   * and {@code NAME-tests.md} with intervals and paired tests.
   *
   * @return the tables, for a page with all of them
   */
  public List<TextTable> write(Path out, String name, ExternalScores external) throws IOException {
    ScoreBook book =
        ScoreBook.read(RunFolder.open(run), catalog, ScoreBook.Verdicts.ofRun(catalog));
    ScoreTable scores = ScoreTable.of(book, external, ScoreTable.Input.DISPLAYED);
    List<TextTable> tables = new ArrayList<>();
    TextTable shaped = PaperShape.of(preset, book, scores, preset.budgets());
    for (Map.Entry<String, String> entry : new TreeMap<>(refused).entrySet()) {
      shaped = shaped.withNote("Not run: " + entry.getKey() + ": " + entry.getValue());
    }
    tables.add(shaped);
    if (PaperComparison.isComparable(book, scores, preset.paper())) {
      List<String> order = PaperShape.order(preset.paper(), scores.tasks());
      PaperShape.differences(shaped, preset, order).ifPresent(tables::add);
    }
    if (preset.rows().stream().anyMatch(row -> row.label().equals("MMTok"))) {
      Claims.of(preset, scores, preset.budgets()).ifPresent(tables::add);
    }
    DurationTable.of(book).ifPresent(tables::add);
    if (name.startsWith("main")) {
      book.tasks().stream()
          .filter(task -> task.equals("pope") || !book.tasks().contains("pope"))
          .findFirst()
          .ifPresent(task -> tables.add(EfficiencyTable.text(book, task)));
      tables.add(environment(book.manifest()));
      Uncertainty uncertainty = new Uncertainty(book, Resampling.DEFAULT);
      RetentionPlots.write(book, scores, Optional.of(uncertainty), out);
    }
    for (TableFormat format : TableFormat.values()) {
      WholeFile.write(out.resolve(name + "." + format.ending()), format.render(tables));
    }
    WholeFile.write(
        out.resolve(name + "-tests.md"), TableFormat.MARKDOWN.render(tests(book, scores)));
    return tables;
  }

  /** Intervals of every score, and every setting against QCPruner at each budget. */
  private List<TextTable> tests(ScoreBook book, ScoreTable scores) {
    Uncertainty uncertainty = new Uncertainty(book, Resampling.DEFAULT);
    List<TextTable> tables = new ArrayList<>(List.of(uncertainty.intervals(scores)));
    for (String budget : preset.budgets()) {
      MethodSpec ours = new Preset.Row("QCPruner", "qcpruner").at(budget);
      if (scores.row(ours).isPresent()) {
        List<ScoreTable.Row> band =
            scores.rows().stream()
                .filter(
                    r -> r.setting().isFull() || r.setting().budgetText().equals(ours.budgetText()))
                .toList();
        tables.add(uncertainty.against(new ScoreTable(scores.tasks(), band), ours));
      }
    }
    return tables;
  }

  /** The settings and the software of the run, as the supplementary tables list them. */
  private static TextTable environment(RunManifest run) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("model", run.model().name() + " (" + run.model().family() + ")"));
    rows.add(List.of("checkpoint", run.model().checksum()));
    rows.add(List.of("program", run.version()));
    new TreeMap<>(run.parameters()).forEach((name, value) -> rows.add(List.of(name, value)));
    new TreeMap<>(run.machine()).forEach((name, value) -> rows.add(List.of(name, value)));
    return new TextTable("Settings and environment", List.of("", "Value"), rows, List.of());
  }
}
