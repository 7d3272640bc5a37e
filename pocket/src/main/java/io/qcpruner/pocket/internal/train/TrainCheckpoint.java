package io.qcpruner.pocket.internal.train;

import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.checkpoint.weights.SafetensorsWriter;
import io.qcpruner.checkpoint.weights.StoredTensor;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** Weights in training on disk: float, canonical names, and the step they belong to. */
public final class TrainCheckpoint {

  private static final String STATE = "train.step";

  /**
   * Where training stands.
   *
   * @param step steps since the start
   * @param level index in the curriculum
   * @param inLevel steps since the level began
   */
  public record State(long step, int level, long inLevel) {
    public static final State START = new State(0, 0, 0);
  }

  private TrainCheckpoint() {}

  /** Replaces the file in one go. */
  public static void save(Path file, Parameters parameters, State state) throws IOException {
    List<TensorSpec> specs = new ArrayList<>();
    for (Map.Entry<String, Tensor> e : parameters.all().entrySet()) {
      specs.add(new TensorSpec(e.getKey(), NumberType.F32, Tensors.shape(e.getValue())));
    }
    specs.add(new TensorSpec(STATE, NumberType.I64, 3));
    try (SafetensorsWriter writer = new SafetensorsWriter(file, specs)) {
      for (Tensor t : parameters.all().values()) {
        writer.floats(Tensors.toFloats(t));
      }
      writer.longs(state.step(), state.level(), state.inLevel());
      writer.finish();
    }
  }

  /**
   * Fills the parameters.
   *
   * @return where training stood when the file was written
   */
  public static State load(Path file, Parameters target) throws IOException {
    try (SafetensorsFile in = SafetensorsFile.open(file)) {
      for (StoredTensor stored : in.tensors().values()) {
        TensorSpec spec = stored.spec();
        if (!spec.name().equals(STATE)) {
          target.put(
              spec.name(), Tensors.ofFloats(in.floats(spec.name()), Placement.cpu(), spec.shape()));
        }
      }
      long[] state = in.longs(STATE);
      return state.length == 3
          ? new State(state[0], Math.toIntExact(state[1]), state[2])
          : new State(state[0], 0, 0);
    }
  }

  /** Starts a checkpoint from the weights of an exported model. */
  public static void fromModel(Path folder, Path checkpoint) throws IOException {
    try (Parameters parameters = weights(folder)) {
      save(checkpoint, parameters, State.START);
    }
  }

  /** The weights of an exported model. */
  static Parameters weights(Path folder) throws IOException {
    Parameters parameters = new Parameters();
    try (SafetensorsFile in = SafetensorsFile.open(folder.resolve("model.safetensors"))) {
      for (StoredTensor stored : in.tensors().values()) {
        TensorSpec spec = stored.spec();
        String name = ModelExport.canonicalName(spec.name());
        if (!name.startsWith(ModelExport.UNUSED)) {
          float[] values = in.floats(spec.name());
          parameters.put(name, Tensors.ofFloats(values, Placement.cpu(), spec.shape()));
        }
      }
      Path captions = folder.resolve(CaptionExport.FOLDER).resolve("model.safetensors");
      if (Files.exists(captions)) {
        try (SafetensorsFile clip = SafetensorsFile.open(captions)) {
          CaptionExport.read(clip, parameters);
        }
      }
    }
    return parameters;
  }
}
