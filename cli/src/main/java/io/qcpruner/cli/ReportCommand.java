package io.qcpruner.cli;

import io.qcpruner.cli.option.ExternalFiles;
import io.qcpruner.cli.option.JudgeOptions;
import io.qcpruner.cli.option.StagedFolder;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.plot.RetentionPlots;
import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.preset.Presets;
import io.qcpruner.eval.report.CrossSummary;
import io.qcpruner.eval.report.DurationTable;
import io.qcpruner.eval.report.EfficiencyTable;
import io.qcpruner.eval.report.HtmlReport;
import io.qcpruner.eval.report.PaperComparison;
import io.qcpruner.eval.report.PaperLayout;
import io.qcpruner.eval.report.PaperTable;
import io.qcpruner.eval.report.Resampling;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.report.ScoresJson;
import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.report.Uncertainty;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.submit.Submissions;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.json.WholeFile;
import io.qcpruner.tasks.PocketTask;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes tables and figures of run folders. */
@Command(
    name = "report",
    description = {
      "Make tables and figures of one or several runs.",
      "Scores and Avg. Rel. in four formats, intervals, paired tests, efficiency, the paper's numbers"
          + " beside ours, figures and files for evaluation servers. Of several runs also the summaries"
          + " over backbones: strongest baseline, edges, selectors."
    },
    footer = {
      "",
      "Examples:",
      "  qcpruner report runs/llava --baseline fastv@64 --paper --out runs/llava/report",
      "  qcpruner report runs/llava runs/qwen --html report.html",
      "  qcpruner report runs/llava --judge http://localhost:8000/v1 --judge-model my-judge"
    },
    mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {

  @Parameters(arity = "1..*", paramLabel = "RUN", description = "Run folders of eval.")
  private List<Path> runs;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Write one page with all tables and figures that needs no other file.")
  private Path html;

  @Option(
      names = "--layout",
      paramLabel = "NAME",
      defaultValue = "paper",
      description =
          "Of the scores: paper (a band per budget, best in bold, second underlined) or plain"
              + " (default: ${DEFAULT-VALUE}; CSV is always plain).")
  private String layout;

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
      paramLabel = "[RUN=]FILE",
      description =
          "Scores of evaluation servers (JSON, see docs/eval.md); with several runs RUN=FILE, once"
              + " for each run that has some.")
  private List<String> external;

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
    if (!List.of("paper", "plain").contains(layout)) {
      throw new ParameterException(
          spec.commandLine(), "--layout must be paper or plain, not " + layout);
    }
    int least = baseline == null ? 0 : 1;
    if (resamples < least || resamples > Resampling.MAX_RESAMPLES) {
      throw new ParameterException(
          spec.commandLine(),
          "--resamples must be 0 to %d, and at least 1 with --baseline, not %d"
              .formatted(Resampling.MAX_RESAMPLES, resamples));
    }
    if (html != null) {
      WholeFile.requireReplaceable(html);
    }
    for (Path folder : Stream.of(out, submissions).filter(Objects::nonNull).toList()) {
      StagedFolder.requireFolder(folder);
    }
    TableFormat printed = TableFormat.named(format);
    ExternalFiles given = externalFiles();
    List<CrossSummary.Run> read = new ArrayList<>();
    for (Path run : runs) {
      read.add(read(run, given));
    }
    PrintWriter printer = spec.commandLine().getOut();
    if (json) {
      for (CrossSummary.Run run : read) {
        printer.println(ScoresJson.text(run.book(), run.table()));
      }
    } else {
      printer.print(printed.render(tables(read, printed)));
    }
    if (out != null) {
      write(read);
    }
    if (html != null) {
      WholeFile.write(html, page(read));
    }
    if (submissions != null) {
      try (StagedFolder staged = new StagedFolder(submissions)) {
        for (int i = 0; i < runs.size(); i++) {
          Path folder =
              runs.size() == 1 ? staged.folder() : staged.folder().resolve("run-" + (i + 1));
          Submissions.write(
              RunFolder.open(runs.get(i)), folder, Optional.ofNullable(vqav2Questions));
        }
        staged.publish();
      }
    }
    printer.flush();
    return 0;
  }

  private ExternalFiles externalFiles() {
    try {
      return new ExternalFiles(external, runs);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private CrossSummary.Run read(Path run, ExternalFiles given) throws IOException {
    RunFolder folder = RunFolder.open(run);
    TaskCatalog catalog = PocketTask.catalog(folder.manifest().options());
    ScoreBook book = ScoreBook.read(folder, catalog, judge.verdicts(catalog, run));
    return new CrossSummary.Run(
        book,
        ScoreTable.of(
            book, given.of(run), exact ? ScoreTable.Input.EXACT : ScoreTable.Input.DISPLAYED));
  }

  /** The tables of every run, then those over all of them. */
  private List<TextTable> tables(List<CrossSummary.Run> read, TableFormat target) {
    List<TextTable> tables = new ArrayList<>();
    boolean plain = layout.equals("plain") || target == TableFormat.CSV;
    for (CrossSummary.Run run : read) {
      tables.addAll(tables(run.book(), run.table(), plain));
    }
    if (read.size() > 1) {
      tables.addAll(new CrossSummary(read).tables());
    }
    return tables;
  }

  private List<TextTable> tables(ScoreBook book, ScoreTable table, boolean plain) {
    List<TextTable> tables = new ArrayList<>();
    if (preset == null) {
      tables.add(plain ? table.text(book) : PaperLayout.of(book, table));
      DurationTable.of(book).ifPresent(tables::add);
    } else {
      Preset chosen = Presets.named(preset);
      List<String> budgets =
          book.settings().stream()
              .filter(s -> !s.isFull())
              .map(MethodSpec::budgetText)
              .distinct()
              .toList();
      tables.add(chosen.text(book, table, budgets));
    }
    Optional<Uncertainty> uncertainty = uncertainty(book);
    if (uncertainty.isPresent()) {
      tables.add(uncertainty.get().intervals(table));
      if (baseline != null) {
        tables.add(uncertainty.get().against(table, known(book, baseline)));
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
              ? PaperComparison.of(book.manifest().model().profile())
              : new PaperComparison(PaperTable.load(paper));
      tables.add(comparison.text(table, book));
    }
    return tables;
  }

  /** Intervals of the scores; none with {@code --resamples 0}. */
  private Optional<Uncertainty> uncertainty(ScoreBook book) {
    return resamples == 0
        ? Optional.empty()
        : Optional.of(
            new Uncertainty(book, new Resampling(resamples, 0.95, Resampling.DEFAULT.seed())));
  }

  private static MethodSpec known(ScoreBook book, String key) {
    MethodSpec setting = MethodSpec.parse(key);
    if (!book.settings().contains(setting)) {
      throw new IllegalArgumentException(
          "setting " + key + " is not in this run; it has " + book.settings());
    }
    return setting;
  }

  private void write(List<CrossSummary.Run> read) throws IOException {
    try (StagedFolder staged = new StagedFolder(out)) {
      for (TableFormat each : TableFormat.values()) {
        String text = each == TableFormat.HTML ? page(read) : each.render(tables(read, each));
        WholeFile.write(staged.folder().resolve("report." + each.ending()), text);
      }
      for (int i = 0; i < read.size(); i++) {
        CrossSummary.Run run = read.get(i);
        Path folder =
            read.size() == 1 ? staged.folder() : staged.folder().resolve("run-" + (i + 1));
        Files.createDirectories(folder);
        WholeFile.write(folder.resolve("scores.json"), ScoresJson.text(run.book(), run.table()));
        RetentionPlots.write(run.book(), run.table(), uncertainty(run.book()), folder);
      }
      staged.publish();
    }
  }

  /** One page that needs no other file: the figures, every table, and what each setting cost. */
  private String page(List<CrossSummary.Run> read) throws IOException {
    Path drawing = Files.createTempDirectory("qcpruner-report");
    List<Path> figures = new ArrayList<>();
    try {
      for (int i = 0; i < read.size(); i++) {
        Path own = Files.createDirectory(drawing.resolve(Integer.toString(i)));
        figures.addAll(
            RetentionPlots.write(
                    read.get(i).book(), read.get(i).table(), uncertainty(read.get(i).book()), own)
                .stream()
                .filter(file -> file.toString().endsWith(".svg"))
                .toList());
      }
      List<TextTable> tables = new ArrayList<>(tables(read, TableFormat.HTML));
      if (efficiency == null) {
        for (CrossSummary.Run run : read) {
          run.book().tasks().stream()
              .findFirst()
              .ifPresent(task -> tables.add(EfficiencyTable.text(run.book(), task)));
        }
      }
      List<ScoreBook> books = read.stream().map(CrossSummary.Run::book).toList();
      return HtmlReport.page(books, tables, figures);
    } finally {
      try (Stream<Path> files = Files.walk(drawing)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
