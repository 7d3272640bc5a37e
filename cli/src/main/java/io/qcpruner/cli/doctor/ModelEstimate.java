package io.qcpruner.cli.doctor;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.PublishedModel;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;

/**
 * What a published model needs, computed from its shape: no weights are read. Memory is that of
 * 16-bit weights as stored, one decoder layer widened to float32, the cache of the usual prompt and
 * an allowance for the JVM and buffers. Time counts the products of tower and decoder.
 *
 * @param parameters of tower, projector and decoder
 * @param memory in bytes
 */
record ModelEstimate(
    PublishedModel model,
    long parameters,
    long memory,
    double towerFlops,
    double prefillFlops,
    double prunedFlops,
    double tokenBytes) {
  private static final long ALLOWANCE = 2L << 30;
  private static final int TEXT_ROWS = 62;

  /** QCPruner's layer is the eighth; a tenth of the visual rows goes on. */
  private static final int FULL_LAYERS = 8;

  private static final double KEPT = 0.1;

  /** What a whole prefill reaches of the speed of its largest products; docs/models.md. */
  private static final double EFFICIENCY = 0.7;

  static ModelEstimate of(PublishedModel model) throws IOException {
    ModelShape shape = BackboneFamilies.shape(model.shape());
    BackboneSpec spec = BackboneFamilies.parse(shape.json());
    DecoderConfig d = spec.config().decoder();
    long all = parameters(spec.storedTensors());
    long used = 0;
    long tower = 0;
    long layer = 0;
    long embedding = 0;
    for (Map.Entry<String, long[]> tensor : spec.tensors().entrySet()) {
      String name = tensor.getKey();
      long elements = Arrays.stream(tensor.getValue()).reduce(1, (a, b) -> a * b);
      used += elements;
      tower += name.startsWith("vision.") ? elements : 0;
      layer += name.startsWith("lm.layers.0.") ? elements : 0;
      embedding += name.startsWith("lm.embed") ? elements : 0;
    }
    int rows = shape.promptRows();
    long cache = 2L * d.layers() * rows * d.kvHeads() * d.headDim() * Float.BYTES;
    PrefillFlops flops = PrefillFlops.of(d);
    double kept = TEXT_ROWS + KEPT * (rows - TEXT_ROWS);
    // a tied head reads the embedding table for every new token, one of its own is among the rest
    long perToken = used - tower - (d.tiedHead() ? 0 : embedding);
    return new ModelEstimate(
        model,
        all,
        2 * all + 4 * layer + cache + ALLOWANCE,
        2.0 * tower * model.towerRows(),
        flops.unpruned(rows),
        flops.split(Math.min(FULL_LAYERS, d.layers()), rows, kept),
        2.0 * perToken);
  }

  private static long parameters(Map<String, long[]> tensors) {
    return tensors.values().stream()
        .mapToLong(shape -> Arrays.stream(shape).reduce(1, (a, b) -> a * b))
        .sum();
  }

  /** Seconds until the first token. */
  double pictureSeconds(Throughput machine) {
    return (towerFlops + prefillFlops) / (EFFICIENCY * machine.flops());
  }

  /** The same with a tenth of the visual tokens. */
  double prunedSeconds(Throughput machine) {
    return (towerFlops + prunedFlops) / (EFFICIENCY * machine.flops());
  }

  /** Seconds for each further token. */
  double tokenSeconds(Throughput machine) {
    return tokenBytes / machine.bytes();
  }
}
