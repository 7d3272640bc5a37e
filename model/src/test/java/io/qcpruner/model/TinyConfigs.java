package io.qcpruner.model;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.VitConfig;

/** Parts of the tiny models as records. */
public final class TinyConfigs {
  private TinyConfigs() {}

  public static DecoderConfig llama() {
    return DecoderConfig.sized(32, 48, 4).heads(4, 2, 8).vocabulary(96).maxPositions(256).build();
  }

  public static VitConfig siglip() {
    return VitConfig.of(VitConfig.Kind.SIGLIP)
        .widths(16, 32)
        .layers(3, 3)
        .heads(2)
        .image(98, 14)
        .layerNormEps(1e-6)
        .build();
  }

  public static int[][] pinpoints() {
    return new int[][] {{56, 112}, {112, 56}, {112, 112}, {168, 56}, {56, 168}};
  }
}
