package io.qcpruner.cli.reproduce;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.eval.plot.LinePlot;
import io.qcpruner.eval.plot.RetentionPlots;
import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.preset.Presets;
import io.qcpruner.eval.report.CrossSummary;
import io.qcpruner.eval.report.DurationTable;
import io.qcpruner.eval.report.ExternalScores;
import io.qcpruner.eval.report.FloorTable;
import io.qcpruner.eval.report.PaperComparison;
import io.qcpruner.eval.report.Resampling;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.report.Uncertainty;
import io.qcpruner.eval.reproduce.Claims;
import io.qcpruner.eval.reproduce.DepthPlot;
import io.qcpruner.eval.reproduce.EfficiencyShape;
import io.qcpruner.eval.reproduce.PaperShape;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.json.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The tables of one finished run, in every format.
 *
 * @param preset what was run
 * @param run folder with its records
 * @param catalog the tasks
 * @param refused settings that the model can't serve, with the reason
 * @param inForce the settings of a method with all that the model filled in
 */
public record PartTables(
    Preset preset,
    Path run,
    TaskCatalog catalog,
    Map<String, String> refused,
    Function<MethodSpec, Settings> inForce) {

  private static final String SHORT = "main-llava-short";

  /**
   * Writes {@code NAME.md}, {@code .csv}, {@code .tex} and {@code .html}, the figures of the part,
   * and {@code NAME-tests.md} with intervals and paired tests.
   *
   * @return the tables, for a page with all of them
   */
  public List<TextTable> write(Path out, String name, ExternalScores external) throws IOException {
    ScoreBook book =
        ScoreBook.read(RunFolder.open(run), catalog, ScoreBook.Verdicts.ofRun(catalog));
    ScoreTable scores = ScoreTable.of(book, external, ScoreTable.Input.DISPLAYED);
    Uncertainty uncertainty = new Uncertainty(book, Resampling.DEFAULT);
    CrossSummary summary = new CrossSummary(List.of(new CrossSummary.Run(book, scores)));
    List<TextTable> tables = new ArrayList<>();
    TextTable shaped = PaperShape.of(preset, book, scores, preset.budgets());
    for (Map.Entry<String, String> entry : new TreeMap<>(refused).entrySet()) {
      shaped = shaped.withNote("Not run: " + entry.getKey() + ": " + entry.getValue());
    }
    tables.add(shaped);
    if (preset.name().equals("main-llava")) {
      Preset few = Presets.named(SHORT);
      tables.add(PaperShape.of(few, book, scores, few.budgets()));
    }
    if (PaperComparison.isComparable(book, scores, preset.paper())) {
      PaperShape.differences(preset, book, scores, preset.budgets()).ifPresent(tables::add);
    }
    Claims.of(preset, book, scores, uncertainty).ifPresent(tables::add);
    if (name.startsWith("main")) {
      summary.strongestBaseline().ifPresent(tables::add);
      DurationTable.of(book).ifPresent(tables::add);
      book.tasks().stream()
          .filter(task -> task.equals("pope") || !book.tasks().contains("pope"))
          .findFirst()
          .flatMap(task -> EfficiencyShape.of(preset, book, scores, task))
          .ifPresent(tables::add);
      RunTables.anchors(book).ifPresent(tables::add);
      tables.add(RunTables.settings(preset, book, inForce));
      tables.add(RunTables.environment(book.manifest()));
      RetentionPlots.write(book, scores, Optional.of(uncertainty), out);
    }
    if (name.equals("rho")) {
      FloorTable.of(List.of(new CrossSummary.Run(book, scores))).ifPresent(tables::add);
    }
    if (name.equals("depth")) {
      for (String budget : preset.budgets()) {
        Optional<LinePlot> plot = DepthPlot.of(preset, scores, budget);
        if (plot.isPresent()) {
          plot.get().write(out, DepthPlot.name(budget));
        }
      }
    }
    for (TableFormat format : TableFormat.values()) {
      WholeFile.write(out.resolve(name + "." + format.ending()), format.render(tables));
    }
    WholeFile.write(
        out.resolve(name + "-tests.md"),
        TableFormat.MARKDOWN.render(tests(book, scores, uncertainty)));
    return tables;
  }

  /** Intervals of every score, and every setting against QCPruner at each budget. */
  private List<TextTable> tests(ScoreBook book, ScoreTable scores, Uncertainty uncertainty) {
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
}
