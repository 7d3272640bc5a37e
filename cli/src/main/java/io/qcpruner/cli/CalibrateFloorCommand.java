package io.qcpruner.cli;

import io.qcpruner.checkpoint.config.Calibration;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.eval.calibrate.FloorSweep;
import io.qcpruner.eval.cluster.RunTarget;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.ModelCard;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.task.TaskCatalog;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The sweep of the utility floor; an ordinary run, so it resumes as one. */
@Command(
    name = "floor",
    description = "Sweep the utility floor rho from 0 to 1 and keep the best.",
    footer = {
      "",
      "Example:",
      "  qcpruner calibrate floor --model Qwen/Qwen2.5-VL-7B-Instruct --data /data/eval --task mmstar \\",
      "    --budget 256 --out runs/floor --save qwen.calibration.json"
    },
    mixinStandardHelpOptions = true)
final class CalibrateFloorCommand extends CalibrationRun {

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

  @Override
  List<MethodSpec> settings(EvalModel live) {
    List<MethodSpec> settings = FloorSweep.settings(swept());
    live.require(settings);
    return settings;
  }

  private MethodSpec swept() {
    return MethodSpec.parse(method).withBudget(Budgets.parse(budget));
  }

  @Override
  Outcome measure(Work work) throws IOException {
    RunTarget target = new RunTarget(out, resume, new Version().getVersion()[0], System.err);
    work.engine().run(work.source(), work.live(), work.plan(), target, work.engines().cluster());
    List<FloorSweep.Point> points = points(work.catalog());
    BigDecimal rho = FloorSweep.choose(points);
    ModelCard card = work.live().card();
    return new Outcome(
        Map.of("rho", rho, "sweep", points),
        FloorSweep.text(points, task(), budget),
        Calibration.ofRho(card.family(), card.checksum(), rho, "rho: " + task() + " at " + budget),
        folder -> FloorSweep.plot(points, task()).write(folder, "floor-sweep"));
  }

  private List<FloorSweep.Point> points(TaskCatalog catalog) throws IOException {
    ScoreBook book =
        ScoreBook.read(RunFolder.open(out), catalog, ScoreBook.Verdicts.ofRun(catalog));
    List<FloorSweep.Point> points = new ArrayList<>();
    for (BigDecimal rho : FloorSweep.floors()) {
      MethodSpec setting = FloorSweep.setting(swept(), rho);
      points.add(new FloorSweep.Point(rho, book.sheet(task(), setting).orElseThrow().value()));
    }
    return points;
  }
}
