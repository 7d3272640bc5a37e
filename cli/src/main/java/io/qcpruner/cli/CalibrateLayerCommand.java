package io.qcpruner.cli;

import io.qcpruner.checkpoint.config.Calibration;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.calibrate.LayerStability;
import io.qcpruner.eval.cluster.RunTarget;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.ModelCard;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The layer-stability protocol. */
@Command(
    name = "layer",
    description = "Agreement of every layer's token ranking with a late-layer consensus.",
    footer = {
      "",
      "Example:",
      "  qcpruner calibrate layer --model llava-hf/llava-1.5-7b-hf --data /data/eval --task mmstar \\",
      "    --top-k 64 --consensus 9-11 --save llava.calibration.json --plot runs/layers"
    },
    mixinStandardHelpOptions = true)
final class CalibrateLayerCommand extends CalibrationRun {

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

  @Override
  void checkOptions() {
    if (topK < 1) {
      throw wrong("--top-k must be at least 1, not " + topK);
    }
    if (consensus != null) {
      int[] range = consensus(consensus);
      if (range[0] < 1 || range[1] < range[0]) {
        throw wrong("--consensus must be a range of layers from 1 on, not " + consensus);
      }
    }
  }

  /**
   * Also refuses consensus layers without cues, before the samples are looked at: the last layer
   * has none.
   */
  @Override
  List<MethodSpec> settings(EvalModel live) {
    int last = live.card().decoder().layers() - 2;
    if (consensus != null && consensus(consensus)[1] > last) {
      throw wrong("--consensus " + consensus + ": the model has cues at layers 0 to " + last);
    }
    return List.of(MethodSpec.FULL);
  }

  @Override
  Outcome measure(Work work) throws IOException {
    ModelCard card = work.live().card();
    int[] range =
        consensus == null
            ? LayerStability.defaultConsensus(card.decoder().layers())
            : consensus(consensus);
    LayerStability stability = new LayerStability(range[0], range[1], topK);
    String version = new Version().getVersion()[0];
    RunTarget target = new RunTarget(Path.of(""), false, version, System.err);
    work.engine()
        .measure(
            work.source(), work.live(), work.plan(), stability, target, work.engines().cluster());
    int layer = stability.choose();
    String origin = "layer: " + task() + ", " + stability.samples();
    return new Outcome(
        Map.of("layer", layer, "agreements", stability.agreements()),
        stability.text(),
        Calibration.ofLayer(card.family(), card.checksum(), layer, origin),
        folder -> stability.figure().write(folder, "layer-stability"));
  }

  private int[] consensus(String text) {
    if (!text.matches("\\d{1,4}-\\d{1,4}")) {
      throw wrong("--consensus must be FROM-TO, such as 9-11, not " + text);
    }
    String[] ends = text.split("-");
    return new int[] {Integer.parseInt(ends[0]), Integer.parseInt(ends[1])};
  }
}
