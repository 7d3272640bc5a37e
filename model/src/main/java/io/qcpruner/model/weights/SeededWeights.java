package io.qcpruner.model.weights;

import io.qcpruner.checkpoint.weights.SeededValues;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Weights;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bytedeco.pytorch.Tensor;

/**
 * Pseudo-random weights that depend on the tensor's canonical name alone, so that another
 * implementation can make the same model without exchanging files. Each value is a SplitMix64
 * stream seeded with the FNV-1a hash of the name.
 */
public final class SeededWeights implements Weights {
  private final Set<String> absent;
  private final Map<String, Tensor> made = new ConcurrentHashMap<>();

  public SeededWeights() {
    this(Set.of());
  }

  /**
   * @param absent names that this checkpoint doesn't have, such as the head of a tied model
   */
  public SeededWeights(Set<String> absent) {
    this.absent = Set.copyOf(absent);
  }

  @Override
  public boolean has(String name) {
    return !absent.contains(name);
  }

  @Override
  public Tensor get(String name, long... shape) throws WeightsException {
    if (!has(name)) {
      throw new WeightsException("missing tensor " + name);
    }
    Tensor tensor = made.computeIfAbsent(name, n -> make(n, shape));
    if (!Arrays.equals(Tensors.shape(tensor), shape)) {
      throw new WeightsException(
          "tensor %s has shape %s, expected %s"
              .formatted(name, Arrays.toString(Tensors.shape(tensor)), Arrays.toString(shape)));
    }
    return tensor;
  }

  /** The values of a tensor in row-major order. */
  public static float[] values(String name, long... shape) {
    long count = Arrays.stream(shape).reduce(1, Math::multiplyExact);
    float[] out = new float[Math.toIntExact(count)];
    SeededValues.of(name, shape).fill(out, out.length, 0);
    return out;
  }

  /** Unscaled values in [-1, 1): inputs of parity tests. */
  public static float[] uniform(String name, int count) {
    float[] out = new float[count];
    SeededValues.unscaled(name).fill(out, count, 0);
    return out;
  }

  private static Tensor make(String name, long... shape) {
    Tensor tensor = Tensors.ofFloats(values(name, shape), Placement.cpu(), shape);
    tensor.retainReference();
    return tensor;
  }
}
