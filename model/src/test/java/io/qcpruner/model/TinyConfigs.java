package io.qcpruner.model;

import io.qcpruner.model.config.DecoderConfig;
import io.qcpruner.model.config.VisionConfig;

/** The tiny shapes of the parity tests, as records. */
public final class TinyConfigs {
  private TinyConfigs() {}

  public static DecoderConfig llama() {
    return new DecoderConfig(32, 48, 4, 4, 2, 8, 96, 1e-5, 10000, new int[0], false, false, 256);
  }

  public static VisionConfig.Vit clip() {
    return new VisionConfig.Vit(VisionConfig.Vit.Kind.CLIP, 16, 32, 3, 2, 2, 56, 14, 1e-5);
  }
}
