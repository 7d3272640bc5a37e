package io.qcpruner.cli;

import io.qcpruner.checkpoint.config.Calibration;
import io.qcpruner.cli.option.EngineOptions;
import io.qcpruner.cli.option.ModelOptions;
import io.qcpruner.cli.option.TaskSelection;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.eval.cluster.EngineSummary;
import io.qcpruner.eval.cluster.EvalEngine;
import io.qcpruner.eval.cluster.RunTarget;
import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.preset.Presets;
import io.qcpruner.eval.report.ExternalScores;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.report.ScoresJson;
import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.reproduce.EfficiencyShape;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.ModelCard;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.Shard;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.model.MethodDefaults;
import io.qcpruner.tasks.EvalSpec;
import io.qcpruner.tasks.PocketTask;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs methods on benchmarks into a run folder. */
@Command(
    name = "eval",
    description = {
      "Run pruning methods on benchmarks and record every answer.",
      "Killed at any moment, the same command with --resume goes on without losing or repeating"
          + " a sample."
    },
    footer = {
      "",
      "Examples:",
      "  qcpruner eval --model llava-hf/llava-1.5-7b-hf --data /data/eval --tasks pope,gqa \\",
      "    --methods full,qcpruner,fastv --budgets 128,64,32 --out runs/llava",
      "  qcpruner eval --model llava-hf/llava-1.5-7b-hf --data /data/eval --preset cues-32 --out runs/cues"
    },
    mixinStandardHelpOptions = true)
final class EvalCommand implements Callable<Integer> {

  @Mixin private ModelOptions model;
  @Mixin private TaskSelection tasks;
  @Mixin private EngineOptions engines;

  @Option(
      names = "--tasks",
      split = ",",
      paramLabel = "TASK",
      description = "Tasks and suites: llava-10, llava-7, qwen-7, video-3, pocket, pocket-clips.")
  private List<String> taskNames = List.of();

  @Option(
      names = "--methods",
      split = MethodSpec.LIST_SEPARATOR,
      paramLabel = "METHOD[,METHOD...]",
      hideParamSyntax = true,
      description = "Methods with parameters, such as full,qcpruner:rho=0.4,fastv.")
  private List<String> methods = List.of(MethodSpec.FULL_NAME);

  @Option(
      names = "--budgets",
      split = ",",
      paramLabel = "K",
      description = "Budgets: 64, 32/frame, 25%%.")
  private List<String> budgets = List.of();

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description = "An ablation table of the paper: methods, budgets and tasks at once.")
  private String preset;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Run folder: manifest and records.")
  private Path out;

  @Option(names = "--limit", paramLabel = "N", description = "First N samples of each task.")
  private int limit;

  @Option(
      names = "--shard",
      paramLabel = "I/N",
      defaultValue = "1/1",
      description = "Every N-th sample from the I-th on.")
  private String shard;

  @Option(names = "--resume", description = "Go on with a run folder that has records.")
  private boolean resume;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "1",
      description = "Samples worked on at a time (default: ${DEFAULT-VALUE}).")
  private int workers;

  @Option(
      names = "--skip-broken",
      description = "Record samples with broken pictures as wrong instead of stopping.")
  private boolean skipBroken;

  @Option(
      names = "--calibration",
      paramLabel = "FILE",
      description = "Layer and floor found by calibrate, for qcpruner.")
  private Path calibration;

  @Option(
      names = "--frames",
      paramLabel = "N",
      description = "Frames taken from a clip (default: what the model was made for, usually 64).")
  private Integer frames;

  @Option(
      names = "--no-shared-prefix",
      description = {
        "Compute every layer again for each method of a sample. By default methods that prune inside",
        "the decoder share the layers before their hooks; answers are the same to the bit."
      })
  private boolean noSharedPrefix;

  @Option(names = "--json", description = "Print the scores as JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    TaskCatalog catalog = PocketTask.catalog(tasks.options());
    Optional<Preset> chosen = Optional.ofNullable(preset).map(Presets::named);
    List<Task> selected = catalog.select(taskNames(chosen));
    Shard part = Shard.parse(shard);
    if (workers < 1) {
      throw new ParameterException(
          spec.commandLine(), "--workers must be at least 1, not " + workers);
    }
    if (frames != null && frames < 1) {
      throw new ParameterException(
          spec.commandLine(), "--frames must be at least 1, not " + frames);
    }
    refuseLocalOptions(part);
    if (chosen.isEmpty()) {
      specs(Optional.empty());
    }
    EvalEngine engine = engines.engine();
    Optional<DataRoot> data = tasks.open();
    EvalSpec source = tasks.spec(model, frames == null ? 0 : frames, !noSharedPrefix);
    ResumeHint hint = ResumeHint.onInterrupt(spec, out);
    try (EvalModel live = engine.open(source)) {
      List<MethodSpec> settings = settings(chosen, live.card());
      live.require(settings);
      RunPlan plan =
          new RunPlan(
              tasks.load(selected, data, live.card().profile()),
              settings,
              limit,
              part,
              workers,
              skipBroken,
              tasks.options(),
              parameters(live));
      RunTarget target = new RunTarget(out, resume, new Version().getVersion()[0], System.err);
      EngineSummary summary = engine.run(source, live, plan, target, engines.cluster());
      print(catalog, chosen, summary);
    } finally {
      hint.forget();
      if (data.isPresent()) {
        data.get().close();
      }
    }
    return 0;
  }

  private Map<String, String> parameters(EvalModel live) throws IOException {
    Map<String, String> parameters = new TreeMap<>(model.parameters());
    parameters.put("qcpruner-defaults", defaults(live));
    parameters.put("frames", frames == null ? "model" : frames.toString());
    parameters.put("shared-prefix", noSharedPrefix ? "off" : "on");
    return parameters;
  }

  /**
   * What {@code qcpruner} without parameters means for this checkpoint. A run is resumed only if
   * this text is the same, so the floor is written as it always was: 0 as 0.0.
   */
  private String defaults(EvalModel live) throws IOException {
    Path folder = model.folder();
    return Calibration.beside(folder, live.card().family(), live.card().decoder().layers())
        .map(
            c ->
                c.layer().map(l -> "layer=" + l).orElse("layer of the family")
                    + ","
                    + c.rho().map(r -> "rho=" + r.doubleValue()).orElse("rho of the family")
                    + " from "
                    + Calibration.FILE_NAME)
        .orElse("of " + live.card().family());
  }

  /** A cluster deals out the samples itself. */
  private void refuseLocalOptions(Shard part) {
    if (!engines.isLocal() && (workers != 1 || !part.equals(Shard.WHOLE))) {
      throw new ParameterException(
          spec.commandLine(),
          (workers != 1 ? "--workers" : "--shard")
              + ": Spark deals out the samples; use --answers-at-once");
    }
  }

  private List<String> taskNames(Optional<Preset> chosen) {
    if (!taskNames.isEmpty()) {
      return taskNames;
    }
    return List.of(
        chosen
            .map(Preset::suite)
            .orElseThrow(() -> new IllegalArgumentException("name --tasks or a --preset")));
  }

  private List<MethodSpec> settings(Optional<Preset> chosen, ModelCard card) throws IOException {
    if (chosen.isPresent()) {
      return chosen.get().settings(budgets.isEmpty() ? chosen.get().budgets() : budgets);
    }
    return specs(Optional.of(card));
  }

  /** The named methods; without a model, to refuse what is wrong before one is opened. */
  private List<MethodSpec> specs(Optional<ModelCard> card) throws IOException {
    List<MethodSpec> specs = new ArrayList<>();
    for (String method : methods) {
      specs.add(Methods.resolve(MethodSpec.parse(method)));
    }
    if (calibration != null) {
      Calibration found = Calibration.read(calibration);
      if (card.isPresent()) {
        found.requireFamily(card.get().family());
      }
      specs.replaceAll(new MethodDefaults(Optional.of(found))::applyTo);
    }
    return MethodSpec.cross(specs, budgets.stream().map(Budgets::parse).toList());
  }

  /** In the paper's layout if a preset was chosen. */
  private TextTable text(Optional<Preset> chosen, ScoreBook book, ScoreTable table) {
    if (chosen.isEmpty()) {
      return table.text(book);
    }
    Preset used = chosen.get();
    Optional<TextTable> cost =
        used.equals(Presets.EFFICIENCY) && table.tasks().size() == 1
            ? EfficiencyShape.of(used, book, table, table.tasks().get(0))
            : Optional.empty();
    return cost.orElseGet(
        () -> used.text(book, table, budgets.isEmpty() ? used.budgets() : budgets));
  }

  private void print(TaskCatalog catalog, Optional<Preset> chosen, EngineSummary summary)
      throws IOException {
    ScoreBook book =
        ScoreBook.read(RunFolder.open(out), catalog, ScoreBook.Verdicts.ofRun(catalog));
    ScoreTable table = ScoreTable.of(book, ExternalScores.NONE, ScoreTable.Input.DISPLAYED);
    PrintWriter printer = spec.commandLine().getOut();
    if (json) {
      printer.println(ScoresJson.text(book, table, summary.json()));
    } else {
      printer.print(TableFormat.MARKDOWN.render(text(chosen, book, table)));
      printer.printf("%n%s; records in %s%n", summary.text(), out);
    }
    printer.flush();
  }
}
