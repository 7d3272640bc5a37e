package io.qcpruner.cli;

import io.qcpruner.cli.option.EngineOptions;
import io.qcpruner.cli.option.ModelOptions;
import io.qcpruner.cli.option.TaskSelection;
import io.qcpruner.cli.reproduce.FigurePart;
import io.qcpruner.cli.reproduce.LayerPart;
import io.qcpruner.cli.reproduce.PartTables;
import io.qcpruner.cli.reproduce.PlanEstimate;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.calibrate.LayerStability;
import io.qcpruner.eval.cluster.EvalEngine;
import io.qcpruner.eval.cluster.RunTarget;
import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.report.ExternalScores;
import io.qcpruner.eval.report.HtmlReport;
import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.reproduce.PaperParts;
import io.qcpruner.eval.reproduce.Part;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.RunManifest;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.Shard;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.json.WholeFile;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.internal.measure.KernelBench;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.pocket.PocketClips;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.tasks.EvalSpec;
import io.qcpruner.tasks.PocketTask;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs the paper's evaluation for a model and writes its tables. */
@Command(
    name = "reproduce",
    description = {
      "Run the whole evaluation of the paper for a model and write its tables.",
      "The same command goes on where it stopped. What a model or missing data can't give is named",
      "with the reason, and the rest goes on."
    },
    footer = {
      "",
      "Examples:",
      "  qcpruner reproduce --model embedded --quick --out runs/paper",
      "  qcpruner reproduce --model llava-hf/llava-1.5-7b-hf --data /data/eval --out runs/paper"
          + " --dry-run"
    },
    mixinStandardHelpOptions = true)
final class ReproduceCommand implements Callable<Integer> {

  private static final int QUICK = 30;
  private static final int EMBEDDED = 150;
  private static final int FRAMES = 64;

  @Mixin private ModelOptions model;
  @Mixin private TaskSelection tasks;
  @Mixin private EngineOptions engines;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder for tables, figures and their runs.")
  private Path out;

  @Option(
      names = "--parts",
      split = ",",
      paramLabel = "PART",
      description =
          "main, cues, edges, selectors, keywords, sparsevlm-anchors, depth, rho, layers, figures"
              + " (default: all).")
  private List<String> only = List.of();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "First N samples of each task (default: all; 150 for the embedded models).")
  private Integer limit;

  @Option(names = "--quick", description = "30 samples of each task; layers keep theirs.")
  private boolean quick;

  @Option(
      names = "--workers",
      paramLabel = "N",
      defaultValue = "1",
      description = "Samples worked on at a time (default: ${DEFAULT-VALUE}).")
  private int workers;

  @Option(names = "--dry-run", description = "Only list runs, samples, hours and disk.")
  private boolean dryRun;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    check();
    String name = model.reference().model();
    if (dryRun) {
      print(estimate(name).table(parts(name, ModelProfile.ofModelName(name))));
      return 0;
    }
    TaskCatalog catalog = PocketTask.catalog(tasks.options());
    EvalEngine engine = engines.engine();
    Optional<DataRoot> data = tasks.open();
    EvalSpec source = tasks.spec(model, FRAMES, true);
    List<TextTable> tables = new ArrayList<>();
    Map<String, String> missing = new TreeMap<>();
    List<FigurePart> figures = new ArrayList<>();
    try {
      try (EvalModel live = engine.open(source)) {
        ModelProfile family = ModelProfile.of(live.card().family());
        Work work = new Work(engine, source, live, catalog, data);
        for (Part part : parts(name, family)) {
          tables.addAll(part(work, part, missing));
          if (!part.figures().isEmpty()) {
            figures.add(FigurePart.of(part.figures(), catalog, data, family, missing));
          }
        }
      }
      draw(figures);
    } finally {
      if (data.isPresent()) {
        data.get().close();
      }
    }
    finish(tables, missing);
    return tables.isEmpty() && FigurePart.in(out).isEmpty() ? 1 : 0;
  }

  private List<TextTable> part(Work work, Part part, Map<String, String> missing)
      throws IOException {
    List<TextTable> tables = new ArrayList<>();
    if (!part.missing().isEmpty()) {
      missing.put(part.key(), part.missing());
    }
    if (part.layers().isPresent()) {
      tables.addAll(layers(work, part.layers().get(), missing));
    }
    for (int i = 0; i < part.presets().size(); i++) {
      String key = part.presets().size() == 1 ? part.key() : part.key() + "-" + (i + 1);
      tables.addAll(run(work, key, part.presets().get(i), missing));
    }
    return tables;
  }

  /** Opens the model once more, when the one of the runs is closed. */
  private void draw(List<FigurePart> figures) throws IOException {
    for (FigurePart part : figures) {
      if (!part.samples().isEmpty()) {
        System.err.println("reproduce: figures");
        try (VisionLanguageModel opened = model.open()) {
          part.write(opened, out);
        }
      }
    }
  }

  private record Work(
      EvalEngine engine,
      EvalSpec source,
      EvalModel live,
      TaskCatalog catalog,
      Optional<DataRoot> data) {}

  private void check() {
    for (String part : only) {
      if (!PaperParts.KEYS.contains(part)) {
        throw wrong("unknown part " + part + "; known: " + PaperParts.KEYS);
      }
    }
    if (workers < 1) {
      throw wrong("--workers must be at least 1, not " + workers);
    }
    if (quick && limit != null) {
      throw wrong("--quick and --limit exclude each other");
    }
    if (limit != null && limit < 1) {
      throw wrong("--limit must be at least 1, not " + limit);
    }
  }

  private ParameterException wrong(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }

  private List<Part> parts(String name, ModelProfile family) {
    List<Part> all =
        switch (name) {
          case PocketModel.NAME -> PaperParts.ofPictures();
          case PocketClips.NAME -> PaperParts.ofClips();
          default -> PaperParts.ofPaper(family);
        };
    return all.stream().filter(p -> only.isEmpty() || only.contains(p.key())).toList();
  }

  private int samples(String name) {
    if (quick) {
      return QUICK;
    }
    return limit != null ? limit : name.startsWith(PocketModel.NAME) ? EMBEDDED : 0;
  }

  private PlanEstimate estimate(String name) {
    if (name.startsWith(PocketModel.NAME)) {
      return new PlanEstimate(ModelProfile.DEFAULT, samples(name), OptionalDouble.empty());
    }
    double millis = new KernelBench(3).products(WeightKind.HALF).prompt();
    double flops = 2.0 * KernelBench.ROWS * KernelBench.WIDTH * KernelBench.WIDTH / millis * 1e3;
    return new PlanEstimate(
        ModelProfile.ofModelName(name), samples(name), OptionalDouble.of(flops));
  }

  /** One run and its tables; what fails is named and leaves the others alone. */
  private List<TextTable> run(Work work, String key, Preset preset, Map<String, String> missing)
      throws IOException {
    Map<String, String> refused = new TreeMap<>();
    List<MethodSpec> settings = new ArrayList<>();
    for (MethodSpec setting : preset.settings(preset.budgets())) {
      try {
        work.live().require(List.of(setting));
        settings.add(setting);
      } catch (IllegalArgumentException e) {
        refused.put(setting.toString(), e.getMessage());
      }
    }
    List<RunPlan.Work> loaded = new ArrayList<>();
    for (Task task : work.catalog().select(List.of(preset.suite()))) {
      try {
        loaded.addAll(
            tasks.load(List.of(task), work.data(), ModelProfile.of(work.live().card().family())));
      } catch (IOException | IllegalArgumentException e) {
        missing.put(key + ", " + task.key(), e.getMessage());
      }
    }
    if (loaded.isEmpty()) {
      return List.of();
    }
    Path folder = out.resolve("runs").resolve(key);
    RunPlan plan =
        new RunPlan(
            loaded,
            settings,
            samples(work.source().model().model()),
            Shard.WHOLE,
            workers,
            false,
            tasks.options(),
            new TreeMap<>(model.parameters()));
    System.err.println("reproduce: " + key + ", " + settings.size() + " settings");
    RunTarget target =
        new RunTarget(
            folder, RunManifest.exists(folder), new Version().getVersion()[0], System.err);
    work.engine().run(work.source(), work.live(), plan, target, engines.cluster());
    Files.createDirectories(out);
    return new PartTables(preset, folder, work.catalog(), refused, work.live()::inForce)
        .write(out, key, ExternalScores.NONE);
  }

  /** The layer-stability protocol on unpruned passes. */
  private List<TextTable> layers(Work work, Part.LayerSweep sweep, Map<String, String> missing)
      throws IOException {
    List<RunPlan.Work> loaded;
    try {
      loaded =
          tasks.load(
              List.of(work.catalog().task(sweep.task())),
              work.data(),
              ModelProfile.of(work.live().card().family()));
    } catch (IOException | IllegalArgumentException e) {
      missing.put("layers, " + sweep.task(), e.getMessage());
      return List.of();
    }
    int[] range = LayerStability.defaultConsensus(work.live().card().decoder().layers());
    LayerStability.Protocol protocol =
        new LayerStability.Protocol(range[0], range[1], sweep.topK());
    int samples = sweep.samples() > 0 ? sweep.samples() : samples(work.source().model().model());
    RunPlan plan =
        new RunPlan(
            loaded,
            List.of(MethodSpec.FULL),
            samples,
            Shard.WHOLE,
            1,
            false,
            tasks.options(),
            Map.of());
    LayerPart part = new LayerPart(out, work.live().card(), sweep.task(), samples, protocol);
    return part.write(
        () -> {
          System.err.println("reproduce: layers");
          LayerStability stability = new LayerStability(protocol);
          RunTarget target =
              new RunTarget(Path.of(""), false, new Version().getVersion()[0], System.err);
          work.engine()
              .measure(work.source(), work.live(), plan, stability, target, engines.cluster());
          return stability;
        });
  }

  private void finish(List<TextTable> tables, Map<String, String> missing) throws IOException {
    Files.createDirectories(out);
    String reasons =
        missing.entrySet().stream()
            .map(e -> "* " + e.getKey() + ": " + e.getValue() + "\n")
            .collect(Collectors.joining());
    String text = TableFormat.MARKDOWN.render(tables);
    WholeFile.write(
        out.resolve("index.md"), text + (reasons.isEmpty() ? "" : "\nNot run:\n\n" + reasons));
    WholeFile.write(
        out.resolve("index.html"), HtmlReport.page(List.of(), tables, FigurePart.in(out)));
    PrintWriter printer = spec.commandLine().getOut();
    missing.forEach((part, reason) -> printer.println("not run: " + part + ": " + reason));
    printer.println(
        tables.size() + " tables and " + FigurePart.in(out).size() + " figures in " + out);
    printer.flush();
  }

  private void print(TextTable table) {
    PrintWriter printer = spec.commandLine().getOut();
    printer.print(TableFormat.MARKDOWN.render(table));
    printer.flush();
  }
}
