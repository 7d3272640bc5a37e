package io.qcpruner.cli;

import io.qcpruner.cli.option.EngineOptions;
import io.qcpruner.cli.option.ModelOptions;
import io.qcpruner.cli.option.TaskSelection;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.eval.calibrate.Calibration;
import io.qcpruner.eval.calibrate.FloorSweep;
import io.qcpruner.eval.cluster.EvalEngine;
import io.qcpruner.eval.cluster.RunTarget;
import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunJson;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.Shard;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.media.video.FrameSampling;
import io.qcpruner.tasks.EvalSpec;
import io.qcpruner.tasks.PocketTask;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The sweep of the utility floor; an ordinary run, so it resumes as one. */
@Command(
    name = "floor",
    description = "Sweep the utility floor rho from 0 to 1 and keep the best.",
    footer = {
      "",
      "Example:",
      "  qcpruner calibrate floor --model qwen2.5-vl-7b --data /data/eval --task mmstar \\",
      "    --budget 256 --out runs/floor --save qwen.calibration.json"
    },
    mixinStandardHelpOptions = true)
final class CalibrateFloorCommand implements Callable<Integer> {

  @Mixin private ModelOptions model;
  @Mixin private TaskSelection tasks;
  @Mixin private EngineOptions engines;

  @Option(
      names = "--task",
      paramLabel = "TASK",
      defaultValue = "mmstar",
      description = "Calibration task (default: ${DEFAULT-VALUE}).")
  private String task;

  @Option(names = "--budget", required = true, paramLabel = "K", description = "Tokens kept.")
  private String budget;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      defaultValue = "qcpruner",
      description = "Method whose floor is swept (default: ${DEFAULT-VALUE}).")
  private String method;

  @Option(names = "--out", required = true, paramLabel = "DIR", description = "Run folder.")
  private Path out;

  @Option(names = "--resume", description = "Go on with a run folder that has records.")
  private boolean resume;

  @Option(names = "--limit", paramLabel = "N", description = "First N samples.")
  private int limit;

  @Option(names = "--save", paramLabel = "FILE", description = "Calibration file to write.")
  private Path save;

  @Option(names = "--plot", paramLabel = "DIR", description = "Write the figure there.")
  private Path plot;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    TaskCatalog catalog = PocketTask.catalog(tasks.options());
    Optional<DataRoot> data = tasks.open();
    EvalEngine engine = engines.engine();
    EvalSpec source = tasks.spec(model, FrameSampling.PAPER.frames(), false);
    try (EvalModel live = engine.open(source)) {
      List<MethodSpec> settings = FloorSweep.settings(spec());
      live.require(settings);
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
      RunTarget target = new RunTarget(out, resume, new Version().getVersion()[0], System.err);
      engine.run(source, live, plan, target, engines.cluster());
      finish(live, catalog);
    } finally {
      if (data.isPresent()) {
        data.get().close();
      }
    }
    return 0;
  }

  private MethodSpec spec() {
    return MethodSpec.parse(method).withBudget(Budgets.parse(budget));
  }

  private void finish(EvalModel live, TaskCatalog catalog) throws IOException {
    ScoreBook book =
        ScoreBook.read(RunFolder.open(out), catalog, ScoreBook.Verdicts.ofRun(catalog));
    List<FloorSweep.Point> points = new ArrayList<>();
    for (BigDecimal rho : FloorSweep.floors()) {
      MethodSpec setting = FloorSweep.setting(spec(), rho);
      points.add(new FloorSweep.Point(rho, book.sheet(task, setting).orElseThrow().value()));
    }
    BigDecimal rho = FloorSweep.choose(points);
    PrintWriter printer = spec.commandLine().getOut();
    if (json) {
      printer.println(
          RunJson.MAPPER
              .writerWithDefaultPrettyPrinter()
              .writeValueAsString(Map.of("rho", rho, "sweep", points)));
    } else {
      printer.print(TableFormat.MARKDOWN.render(FloorSweep.text(points, task, budget)));
    }
    if (save != null) {
      Calibration.ofRho(live.card(), rho, "rho: " + task + " at " + budget).write(save);
    }
    if (plot != null) {
      Files.createDirectories(plot);
      FloorSweep.plot(points, task).write(plot, "floor-sweep");
    }
    printer.flush();
  }
}
