package io.qcpruner.model;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.VitConfig;

/** Parts of the tiny models as records. */
public final class TinyConfigs {
  private TinyConfigs() {}

  public static DecoderConfig llama() {
    return new DecoderConfig(32, 48, 4, 4, 2, 8, 96, 1e-5, 10000, new int[0], false, false, 256);
  }

  public static VitConfig siglip() {
    return new VitConfig(VitConfig.Kind.SIGLIP, 16, 32, 3, 3, 2, 98, 14, 1e-6);
  }

  public static int[][] pinpoints() {
    return new int[][] {{56, 112}, {112, 56}, {112, 112}, {168, 56}, {56, 168}};
  }
}
