package io.qcpruner.cli;

import io.qcpruner.cli.option.JudgeOptions;
import io.qcpruner.eval.plot.RetentionPlots;
import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.preset.Presets;
import io.qcpruner.eval.report.EfficiencyTable;
import io.qcpruner.eval.report.ExternalScores;
import io.qcpruner.eval.report.PaperComparison;
import io.qcpruner.eval.report.PaperTable;
import io.qcpruner.eval.report.Resampling;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.report.ScoresJson;
import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.report.Uncertainty;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.Setting;
import io.qcpruner.eval.submit.Submissions;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.tasks.PocketTask;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes tables and figures of a run folder. */
@Command(
    name = "report",
    description = {
      "Tables of a run: scores and Avg. Rel. in four formats, intervals, paired tests, efficiency,",
      "the paper's numbers beside ours, figures and files for evaluation servers."
    },
    footer = {
      "",
      "Examples:",
      "  qcpruner report runs/llava --baseline fastv@64 --paper --out runs/llava/report",
      "  qcpruner report runs/llava --judge http://localhost:8000/v1 --judge-model my-judge"
    },
    mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {

  @Parameters(paramLabel = "RUN", description = "Run folder of eval.")
  private Path run;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Write report.{md,csv,tex,html}, scores.json and figures there.")
  private Path out;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "md",
      description = "What is printed: md, csv, tex or html (default: ${DEFAULT-VALUE}).")
  private String format;

  @Option(
      names = "--baseline",
      paramLabel = "SETTING",
      description = "Compare every setting with this one by a paired test, such as fastv@64.")
  private String baseline;

  @Option(
      names = "--resamples",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Bootstrap resamples, 0 for no intervals (default: ${DEFAULT-VALUE}).")
  private int resamples;

  @Option(names = "--exact", description = "Avg. Rel. from unrounded scores.")
  private boolean exact;

  @Option(
      names = "--paper",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "TABLE",
      description = "The paper's numbers beside ours; the table of the model's family by default.")
  private String paper;

  @Option(names = "--preset", paramLabel = "NAME", description = "Print an ablation's layout.")
  private String preset;

  @Option(
      names = "--efficiency",
      paramLabel = "TASK",
      description = "Cost of every setting on a task, in the layout of the paper's table.")
  private String efficiency;

  @Option(
      names = "--external",
      paramLabel = "FILE",
      description = "Scores of evaluation servers (JSON, see docs/eval.md).")
  private Path external;

  @Option(
      names = "--submissions",
      paramLabel = "DIR",
      description = "Write upload files and LLaVA answer files there.")
  private Path submissions;

  @Option(
      names = "--vqav2-questions",
      paramLabel = "FILE",
      description = "LLaVA's list of all test2015 questions, for the VQAv2 upload.")
  private Path vqav2Questions;

  @Mixin private JudgeOptions judge;

  @Option(names = "--json", description = "Print scores as JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    RunFolder folder = RunFolder.open(run);
    TaskCatalog catalog = PocketTask.catalog(folder.manifest().options());
    ScoreBook book = ScoreBook.read(folder, catalog, judge.verdicts(catalog, run));
    ExternalScores given = external == null ? ExternalScores.NONE : ExternalScores.read(external);
    ScoreTable table =
        ScoreTable.of(book, given, exact ? ScoreTable.Input.EXACT : ScoreTable.Input.DISPLAYED);
    List<TextTable> tables = tables(book, table);
    PrintWriter printer = spec.commandLine().getOut();
    printer.print(
        json ? ScoresJson.text(book, table) + "\n" : TableFormat.named(format).render(tables));
    if (out != null) {
      write(book, table, tables);
    }
    if (submissions != null) {
      Submissions.write(folder, submissions, Optional.ofNullable(vqav2Questions));
    }
    printer.flush();
    return 0;
  }

  private List<TextTable> tables(ScoreBook book, ScoreTable table) {
    List<TextTable> tables = new ArrayList<>();
    if (preset == null) {
      tables.add(table.text(book));
    } else {
      Preset chosen = Presets.named(preset);
      List<String> budgets =
          book.settings().stream()
              .filter(s -> !s.isFull())
              .map(Setting::budget)
              .distinct()
              .toList();
      tables.add(chosen.text(book, table, budgets));
    }
    if (resamples > 0) {
      Resampling resampling = new Resampling(resamples, 0.95, Resampling.DEFAULT.seed());
      Uncertainty uncertainty = new Uncertainty(book, resampling);
      tables.add(uncertainty.intervals(table));
      if (baseline != null) {
        tables.add(uncertainty.against(table, known(book, baseline)));
      }
    }
    if (efficiency != null) {
      if (!book.tasks().contains(efficiency)) {
        throw new IllegalArgumentException(
            "task " + efficiency + " is not in this run; it has " + book.tasks());
      }
      tables.add(EfficiencyTable.text(book, efficiency));
    }
    if (paper != null) {
      PaperComparison comparison =
          paper.isEmpty()
              ? PaperComparison.of(book.manifest().model().family())
              : new PaperComparison(PaperTable.load(paper));
      tables.add(comparison.text(table, book));
    }
    return tables;
  }

  private static Setting known(ScoreBook book, String key) {
    Setting setting = Setting.parse(key);
    if (!book.settings().contains(setting)) {
      throw new IllegalArgumentException(
          "setting " + key + " is not in this run; it has " + book.settings());
    }
    return setting;
  }

  private void write(ScoreBook book, ScoreTable table, List<TextTable> tables) throws IOException {
    Files.createDirectories(out);
    for (TableFormat each : TableFormat.values()) {
      Files.writeString(out.resolve("report." + each.ending()), each.render(tables));
    }
    Files.writeString(out.resolve("scores.json"), ScoresJson.text(book, table));
    RetentionPlots.write(book, table, out);
  }
}
