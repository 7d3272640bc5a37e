package io.qcpruner.cli.doctor;

import io.qcpruner.checkpoint.config.BackboneConfig;
import io.qcpruner.checkpoint.config.ConfigReader;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.weights.TensorInventory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Which models the memory is large enough for. An estimate from shapes: 16-bit weights as stored,
 * one decoder layer widened to float32, the cache of the usual prompt, and a fixed allowance for
 * the JVM and buffers.
 */
final class FitCheck {
  private static final long ALLOWANCE = 2L << 30;

  private FitCheck() {}

  static List<Finding> findings(long memory) throws IOException {
    List<Finding> out = new ArrayList<>();
    for (ModelShape shape : ModelShape.values()) {
      long needed = bytesNeeded(shape);
      boolean fits = needed <= memory;
      out.add(
          new Finding(
              "fits",
              shape.id(),
              "%s: about %s in 16-bit".formatted(fits ? "yes" : "no", MachineCheck.gib(needed)),
              fits ? "" : "more than the memory of this machine"));
    }
    return out;
  }

  static long bytesNeeded(ModelShape shape) throws IOException {
    BackboneConfig config = ConfigReader.parse(shape.json());
    DecoderConfig d = config.decoder();
    long weights = 0;
    long layer = 0;
    for (Map.Entry<String, long[]> tensor : TensorInventory.of(config).entrySet()) {
      long elements = Arrays.stream(tensor.getValue()).reduce(1, (a, b) -> a * b);
      weights += 2 * elements;
      layer += tensor.getKey().startsWith("lm.layers.0.") ? 4 * elements : 0;
    }
    long cache = 2L * d.layers() * rows(shape) * d.kvHeads() * d.headDim() * Float.BYTES;
    return weights + layer + cache + ALLOWANCE;
  }

  /** Rows of the usual unpruned prompt. */
  private static long rows(ModelShape shape) {
    return switch (shape) {
      case LLAVA_0_5B, LLAVA_1_5_7B -> 638;
      case LLAVA_NEXT_7B -> 2990;
      case LLAVA_VIDEO_7B -> 11708;
      case QWEN2_5_VL_7B -> 1348;
    };
  }
}
