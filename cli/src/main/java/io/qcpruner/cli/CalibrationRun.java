package io.qcpruner.cli;

import io.qcpruner.checkpoint.config.Calibration;
import io.qcpruner.cli.option.EngineOptions;
import io.qcpruner.cli.option.ModelOptions;
import io.qcpruner.cli.option.TaskSelection;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.cluster.EvalEngine;
import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.RunJson;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.Shard;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.json.WholeFile;
import io.qcpruner.tasks.EvalSpec;
import io.qcpruner.tasks.PocketTask;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What both calibrations share: a model, one task, and a result that is printed, saved, drawn. */
abstract class CalibrationRun implements Callable<Integer> {

  @Mixin private ModelOptions model;
  @Mixin private TaskSelection tasks;
  @Mixin private EngineOptions engines;

  @Option(
      names = "--task",
      paramLabel = "TASK",
      defaultValue = "mmstar",
      description = "Calibration task (default: ${DEFAULT-VALUE}).")
  private String task;

  @Option(names = "--limit", paramLabel = "N", description = "First N samples.")
  private int limit;

  @Option(names = "--save", paramLabel = "FILE", description = "Calibration file to write.")
  private Path save;

  @Option(names = "--plot", paramLabel = "DIR", description = "Write the figure there.")
  private Path plot;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  /** An opened model and what it has to answer. */
  record Work(
      EvalEngine engine,
      EvalSpec source,
      EvalModel live,
      RunPlan plan,
      EngineOptions engines,
      TaskCatalog catalog) {}

  /** Draws the figure into a folder. */
  interface Drawing {
    void write(Path folder) throws IOException;
  }

  /** What was found. */
  record Outcome(Map<String, Object> values, TextTable table, Calibration found, Drawing drawing) {}

  String task() {
    return task;
  }

  /** Refuses options that are wrong in themselves, before the model is opened. */
  void checkOptions() {}

  /** A wrong option: told with the exit code of wrong usage. */
  final ParameterException wrong(String problem) {
    return new ParameterException(spec.commandLine(), problem);
  }

  /** The settings whose answers are needed; refuses what the model can't serve. */
  abstract List<MethodSpec> settings(EvalModel live);

  abstract Outcome measure(Work work) throws IOException;

  @Override
  public final Integer call() throws IOException {
    checkOptions();
    if (save != null) {
      WholeFile.requireReplaceable(save);
    }
    TaskCatalog catalog = PocketTask.catalog(tasks.options());
    Optional<DataRoot> data = tasks.open();
    EvalEngine engine = engines.engine();
    EvalSpec source = tasks.spec(model, 0, false);
    try (EvalModel live = engine.open(source)) {
      if (save != null && Files.exists(save)) {
        Calibration.read(save).requireFamily(live.card().family()); // its values are kept
      }
      List<MethodSpec> settings = settings(live);
      RunPlan plan =
          new RunPlan(
              tasks.load(List.of(catalog.task(task)), data, live.card().profile()),
              settings,
              limit,
              Shard.WHOLE,
              1,
              false,
              tasks.options(),
              Map.of());
      show(measure(new Work(engine, source, live, plan, engines, catalog)));
    } finally {
      if (data.isPresent()) {
        data.get().close();
      }
    }
    return 0;
  }

  private void show(Outcome outcome) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          RunJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(outcome.values()));
    } else {
      out.print(TableFormat.MARKDOWN.render(outcome.table()));
    }
    if (save != null) {
      outcome.found().write(save);
    }
    if (plot != null) {
      Files.createDirectories(plot);
      outcome.drawing().write(plot);
    }
    out.flush();
  }
}
