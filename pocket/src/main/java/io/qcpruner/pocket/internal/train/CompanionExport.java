package io.qcpruner.pocket.internal.train;

import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.SafetensorsWriter;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.model.nn.Tensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Writes weights that lie in a folder of their own, under the names of a stand-alone tower. */
final class CompanionExport {

  private CompanionExport() {}

  /**
   * @param which names of the weights to write
   * @param more single numbers beside them
   */
  static void write(
      Parameters parameters, Predicate<String> which, Map<String, Float> more, Path folder)
      throws IOException {
    Files.createDirectories(folder);
    Map<TensorSpec, float[]> values = new LinkedHashMap<>();
    parameters
        .all()
        .forEach(
            (name, value) -> {
              if (which.test(name)) {
                String stored = name.replace("vision.", "vision_model.");
                TensorSpec spec = new TensorSpec(stored, NumberType.F16, Tensors.shape(value));
                values.put(spec, Tensors.toFloats(value));
              }
            });
    new TreeMap<>(more)
        .forEach((n, v) -> values.put(new TensorSpec(n, NumberType.F16), new float[] {v}));
    Path file = folder.resolve("model.safetensors");
    var specs = List.copyOf(values.keySet());
    try (SafetensorsWriter writer = new SafetensorsWriter(file, specs, Map.of("format", "pt"))) {
      for (float[] v : values.values()) {
        writer.floats(v);
      }
      writer.finish();
    }
  }
}
