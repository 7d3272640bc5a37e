package io.qcpruner.cli.doctor;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneSpec;
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
    for (ModelShape shape : BackboneFamilies.shapes()) {
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
    BackboneSpec spec = BackboneFamilies.parse(shape.json());
    DecoderConfig d = spec.config().decoder();
    long weights = 0;
    long layer = 0;
    for (Map.Entry<String, long[]> tensor : spec.tensors().entrySet()) {
      long elements = Arrays.stream(tensor.getValue()).reduce(1, (a, b) -> a * b);
      weights += 2 * elements;
      layer += tensor.getKey().startsWith("lm.layers.0.") ? 4 * elements : 0;
    }
    long cache = 2L * d.layers() * shape.promptRows() * d.kvHeads() * d.headDim() * Float.BYTES;
    return weights + layer + cache + ALLOWANCE;
  }
}
