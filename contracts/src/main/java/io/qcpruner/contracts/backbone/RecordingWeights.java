package io.qcpruner.contracts.backbone;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Weights;
import io.qcpruner.model.weights.SeededWeights;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.pytorch.Tensor;

/** Seeded weights that remember what was asked for. */
final class RecordingWeights implements Weights {
  private final SeededWeights seeded = new SeededWeights();
  private final Map<String, long[]> asked = new ConcurrentHashMap<>();

  @Override
  public boolean has(String name) {
    return seeded.has(name);
  }

  @Override
  public Tensor get(String name, long... shape) throws WeightsException {
    asked.put(name, shape);
    return seeded.get(name, shape);
  }

  Map<String, long[]> asked() {
    return asked;
  }
}
