package io.qcpruner.checkpoint.weights;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Weights that any program can make again from the name alone: a SplitMix64 stream seeded by the
 * FNV-1a hash of the canonical name, scaled by what the tensor is for.
 */
public final class SeededValues {
  private static final Pattern NORM = Pattern.compile(".*(norm\\d?|layrnorm|ln_q)\\.weight");
  private static final Pattern EMBEDDING =
      Pattern.compile(
          "newline|.*(class_embedding|embed_tokens\\.weight|position_embedding\\.weight)");

  private static final int BLOCK = 1 << 16;

  private final long seed;
  private final float base;
  private final float scale;

  private SeededValues(long seed, float base, float scale) {
    this.seed = seed;
    this.base = base;
    this.scale = scale;
  }

  /** The values of one tensor. */
  public static SeededValues of(String canonicalName, long... shape) {
    long seed = fnv1a(canonicalName);
    if (canonicalName.endsWith("bias")) {
      return new SeededValues(seed, 0, 0.05f);
    }
    if (NORM.matcher(canonicalName).matches()) {
      return new SeededValues(seed, 1, 0.1f);
    }
    if (EMBEDDING.matcher(canonicalName).matches()) {
      return new SeededValues(seed, 0, 0.5f);
    }
    long fanIn = 1;
    for (int i = 1; i < shape.length; i++) {
      fanIn *= shape[i];
    }
    return new SeededValues(seed, 0, (float) Math.sqrt(3.0 / fanIn));
  }

  /** Unscaled values in [-1, 1): inputs of parity tests. */
  public static SeededValues unscaled(String name) {
    return new SeededValues(fnv1a(name), 0, 1);
  }

  /** The element at a row-major index. */
  public float at(long index) {
    return base + scale * uniform(index);
  }

  /** Elements first, first+1, ...; large pieces on all cores. */
  public void fill(float[] out, int count, long first) {
    IntStream blocks = IntStream.range(0, (count + BLOCK - 1) / BLOCK);
    (count > BLOCK ? blocks.parallel() : blocks)
        .forEach(
            block -> {
              int end = Math.min(count, (block + 1) * BLOCK);
              for (int i = block * BLOCK; i < end; i++) {
                out[i] = at(first + i);
              }
            });
  }

  /** In [-1, 1) and exact in float: 24 random bits. */
  private float uniform(long index) {
    long z = seed + (index + 1) * 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    z ^= z >>> 31;
    return 2 * ((z >>> 40) * 0x1p-24f) - 1;
  }

  private static long fnv1a(String text) {
    long hash = 0xCBF29CE484222325L;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (b & 0xFF)) * 0x100000001B3L;
    }
    return hash;
  }
}
