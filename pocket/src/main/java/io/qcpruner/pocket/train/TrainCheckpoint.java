package io.qcpruner.pocket.train;

import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.weights.NumberType;
import io.qcpruner.model.weights.SafetensorsFile;
import io.qcpruner.model.weights.SafetensorsWriter;
import io.qcpruner.model.weights.StoredTensor;
import io.qcpruner.model.weights.TensorSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** Weights in training on disk: float, canonical names, and the step they belong to. */
public final class TrainCheckpoint {

  private static final String STEP = "train.step";

  private TrainCheckpoint() {}

  /** Replaces the file in one go. */
  public static void save(Path file, Parameters parameters, long step) throws IOException {
    List<TensorSpec> specs = new ArrayList<>();
    for (Map.Entry<String, Tensor> e : parameters.all().entrySet()) {
      specs.add(new TensorSpec(e.getKey(), NumberType.F32, Tensors.shape(e.getValue())));
    }
    specs.add(new TensorSpec(STEP, NumberType.I64, 1));
    try (SafetensorsWriter writer = new SafetensorsWriter(file, specs)) {
      for (Tensor t : parameters.all().values()) {
        writer.floats(Tensors.toFloats(t));
      }
      writer.longs(step);
      writer.finish();
    }
  }

  /**
   * Fills the parameters.
   *
   * @return the step the file was written at
   */
  public static long load(Path file, Parameters target) throws IOException {
    try (SafetensorsFile in = SafetensorsFile.open(file)) {
      for (StoredTensor stored : in.tensors().values()) {
        TensorSpec spec = stored.spec();
        if (!spec.name().equals(STEP)) {
          target.put(
              spec.name(),
              Tensors.ofFloats(in.floats(spec.name()), Placement.cpu(), spec.shape()));
        }
      }
      return in.longs(STEP)[0];
    }
  }
}
