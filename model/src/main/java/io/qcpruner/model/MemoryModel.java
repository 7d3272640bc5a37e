package io.qcpruner.model;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.kernels.CacheType;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.nn.WeightKind;
import java.util.Arrays;
import java.util.Map;

/** Bytes of weights and of cache rows, by the kind of the weights: what estimates are made from. */
public final class MemoryModel {
  /** Published checkpoints of the size that matters. */
  private static final int STORED_BITS = 16;

  private MemoryModel() {}

  /** Bits of one weight of a large matrix that is kept so, its share of the scales included. */
  public static double weightBits(WeightKind ofMatrix) {
    return switch (ofMatrix) {
      case INT4 -> 4.5;
      case INT8 -> 8;
      default -> STORED_BITS;
    };
  }

  /**
   * Bytes of all weights once they are kept in that way. Matrices have the bits of their kind; the
   * embedding table, norms and biases stay as published. A tied head is a packed copy of the table.
   */
  public static long weightBytes(BackboneSpec spec, WeightKind kind) {
    double bits = 0;
    for (Map.Entry<String, long[]> tensor : spec.tensors().entrySet()) {
      String name = tensor.getKey();
      long elements = Arrays.stream(tensor.getValue()).reduce(1, (a, b) -> a * b);
      boolean table = name.startsWith("lm.embed");
      boolean matrix = tensor.getValue().length == 2 && !table;
      double each = weightBits(kind.of(name));
      bits += elements * (matrix ? each : STORED_BITS);
      if (table && kind != WeightKind.STORED && spec.config().decoder().tiedHead()) {
        bits += elements * weightBits(kind.of(name));
      }
    }
    return (long) (bits / Byte.SIZE);
  }

  /** Bytes of one row in the caches of all layers. */
  public static long cacheRowBytes(DecoderConfig decoder, CacheType type) {
    return 2L * decoder.layers() * decoder.kvHeads() * type.rowBytes(decoder.headDim());
  }
}
