package io.qcpruner.model.weights;

import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import java.nio.charset.StandardCharsets;
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
    long fanIn = count / shape[0];
    long seed = fnv1a(name);
    for (int i = 0; i < out.length; i++) {
      out[i] = scaled(name, uniform(seed, i), fanIn);
    }
    return out;
  }

  /** Unscaled values in [-1, 1): inputs of parity tests. */
  public static float[] uniform(String name, int count) {
    float[] out = new float[count];
    long seed = fnv1a(name);
    for (int i = 0; i < count; i++) {
      out[i] = uniform(seed, i);
    }
    return out;
  }

  private static Tensor make(String name, long... shape) {
    Tensor tensor = Tensors.ofFloats(values(name, shape), Placement.cpu(), shape);
    tensor.retainReference();
    return tensor;
  }

  private static float scaled(String name, float r, long fanIn) {
    if (name.endsWith("bias")) {
      return 0.05f * r;
    }
    if (name.matches(".*(norm\\d?|layrnorm|ln_q)\\.weight")) {
      return 1f + 0.1f * r;
    }
    if (name.matches(
        "newline|.*(class_embedding|embed_tokens\\.weight|position_embedding\\.weight)")) {
      return 0.5f * r;
    }
    return r * (float) Math.sqrt(3.0 / fanIn);
  }

  /** In [-1, 1), exact in float. */
  private static float uniform(long seed, int index) {
    long z = seed + (index + 1L) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    z ^= z >>> 31;
    return 2f * ((z >>> 40) / (float) (1 << 24)) - 1f;
  }

  private static long fnv1a(String name) {
    long hash = 0xCBF29CE484222325L;
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
    }
    return hash;
  }
}
