package io.qcpruner.cli;

import io.qcpruner.cli.option.EngineOptions;
import io.qcpruner.cli.option.ModelOptions;
import io.qcpruner.cli.option.TaskSelection;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.calibrate.Calibration;
import io.qcpruner.eval.calibrate.LayerStability;
import io.qcpruner.eval.cluster.EvalEngine;
import io.qcpruner.eval.cluster.RunTarget;
import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.RunJson;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.Shard;
import io.qcpruner.eval.task.Task;
import io.qcpruner.media.video.FrameSampling;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The layer-stability protocol. */
@Command(
    name = "layer",
    description = "Agreement of every layer's token ranking with a late-layer consensus.",
    footer = {
      "",
      "Example:",
      "  qcpruner calibrate layer --model llava-1.5-7b-hf --data /data/eval --task mmstar \\",
      "    --top-k 64 --consensus 9-11 --save llava.calibration.json --plot runs/layers"
    },
    mixinStandardHelpOptions = true)
final class CalibrateLayerCommand implements Callable<Integer> {

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

  @Option(
      names = "--top-k",
      paramLabel = "K",
      defaultValue = "64",
      description = "Tokens of the Jaccard overlap (default: ${DEFAULT-VALUE}).")
  private int topK;

  @Option(
      names = "--consensus",
      paramLabel = "FROM-TO",
      description = "Consensus layers; 9-11 for deep models, the last ones for shallow ones.")
  private String consensus;

  @Option(names = "--save", paramLabel = "FILE", description = "Calibration file to write.")
  private Path save;

  @Option(names = "--plot", paramLabel = "DIR", description = "Write the figure there.")
  private Path plot;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Task chosen = PocketTask.catalog(tasks.options()).task(task);
    Optional<DataRoot> data = tasks.open();
    EvalEngine engine = engines.engine();
    EvalSpec source = tasks.spec(model, FrameSampling.PAPER.frames(), false);
    try (EvalModel live = engine.open(source)) {
      int[] range = consensus(live.card().decoder().layers());
      LayerStability stability = new LayerStability(range[0], range[1], topK);
      RunPlan plan =
          new RunPlan(
              tasks.load(List.of(chosen), data, live.card().profile()),
              List.of(MethodSpec.FULL),
              limit,
              Shard.WHOLE,
              1,
              false,
              tasks.options(),
              Map.of());
      String version = new Version().getVersion()[0];
      RunTarget target = new RunTarget(Path.of(""), false, version, System.err);
      engine.measure(source, live, plan, stability, target, engines.cluster());
      finish(live, stability);
    } finally {
      if (data.isPresent()) {
        data.get().close();
      }
    }
    return 0;
  }

  private int[] consensus(int layers) {
    if (consensus == null) {
      return LayerStability.defaultConsensus(layers);
    }
    String[] ends = consensus.split("-");
    try {
      if (ends.length == 2) {
        return new int[] {Integer.parseInt(ends[0]), Integer.parseInt(ends[1])};
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new IllegalArgumentException("consensus must be FROM-TO, not " + consensus);
  }

  private void finish(EvalModel live, LayerStability stability) throws IOException {
    int layer = stability.choose();
    Calibration found =
        Calibration.ofLayer(live.card(), layer, "layer: " + task + ", " + stability.samples());
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          RunJson.MAPPER
              .writerWithDefaultPrettyPrinter()
              .writeValueAsString(Map.of("layer", layer, "agreements", stability.agreements())));
    } else {
      out.print(TableFormat.MARKDOWN.render(stability.text()));
    }
    if (save != null) {
      found.write(save);
    }
    if (plot != null) {
      Files.createDirectories(plot);
      stability.figure().write(plot, "layer-stability");
    }
    out.flush();
  }
}
