package io.qcpruner.model;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.kernels.CacheType;
import io.qcpruner.model.nn.WeightKind;

/** Bytes of weights and of cache rows, by the kind of the weights: what estimates are made from. */
public final class MemoryModel {
  /** Published checkpoints of the size that matters. */
  private static final int STORED_BITS = 16;

  private MemoryModel() {}

  /**
   * Bits of one weight of a large matrix, its share of the scales included.
   *
   * @param ofDecoder whether the decoder's layers read it, or the tower
   */
  public static double weightBits(WeightKind kind, boolean ofDecoder) {
    return switch (kind) {
      case INT4 -> ofDecoder ? 4.5 : 8;
      case INT8 -> 8;
      default -> STORED_BITS;
    };
  }

  /**
   * Bytes that are packed when a checkpoint of 16-bit weights is opened; stored ones are mapped.
   */
  public static long packedBytes(WeightKind kind, long fileBytes) {
    return kind == WeightKind.STORED
        ? 0
        : (long) (fileBytes * weightBits(kind, true) / STORED_BITS);
  }

  /** Bytes of one row in the caches of all layers. */
  public static long cacheRowBytes(DecoderConfig decoder, CacheType type) {
    return 2L * decoder.layers() * decoder.kvHeads() * type.rowBytes(decoder.headDim());
  }
}
