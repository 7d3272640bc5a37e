package io.qcpruner.model;

import io.qcpruner.checkpoint.config.BackboneConfig;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.config.Family;
import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.checkpoint.config.VisionConfig;

/** The tiny shapes of the parity tests, as records. */
public final class TinyConfigs {
  private TinyConfigs() {}

  public static DecoderConfig llama() {
    return llama(false);
  }

  static DecoderConfig llama(boolean tied) {
    return new DecoderConfig(32, 48, 4, 4, 2, 8, 96, 1e-5, 10000, new int[0], false, tied, 256);
  }

  static DecoderConfig qwen2() {
    return new DecoderConfig(32, 48, 4, 4, 2, 8, 96, 1e-6, 1e6, new int[0], true, false, 512);
  }

  static DecoderConfig qwen25() {
    return new DecoderConfig(
        64, 96, 4, 4, 2, 16, 128, 1e-6, 1e6, new int[] {2, 3, 3}, true, false, 512);
  }

  public static VisionConfig.Vit clip() {
    return new VisionConfig.Vit(VisionConfig.Vit.Kind.CLIP, 16, 32, 3, 2, 2, 56, 14, 1e-5);
  }

  public static VisionConfig.Vit siglip() {
    return new VisionConfig.Vit(VisionConfig.Vit.Kind.SIGLIP, 16, 32, 3, 3, 2, 98, 14, 1e-6);
  }

  public static VisionConfig.Qwen qwenTower() {
    return new VisionConfig.Qwen(32, 48, 4, 2, 14, 2, 2, 56, new int[] {1, 3}, 64, 2);
  }

  public static BackboneConfig llava15(boolean tied) {
    return new BackboneConfig(
        Family.LLAVA_1_5, llama(tied), clip(), 95, -1, -1, -1, new int[0][], false);
  }

  public static int[][] pinpoints() {
    return new int[][] {{56, 112}, {112, 56}, {112, 112}, {168, 56}, {56, 168}};
  }

  public static BackboneConfig llavaNext() {
    return new BackboneConfig(
        Family.LLAVA_NEXT, llama(), clip(), 95, -1, -1, -1, pinpoints(), true);
  }

  public static BackboneConfig llavaVideo() {
    return new BackboneConfig(
        Family.LLAVA_VIDEO,
        qwen2(),
        siglip(),
        94,
        95,
        -1,
        -1,
        new int[0][],
        false,
        VideoTokens.EVALUATION,
        512);
  }

  public static BackboneConfig qwen25vl() {
    return new BackboneConfig(
        Family.QWEN2_5_VL, qwen25(), qwenTower(), 124, 125, 122, 123, new int[0][], false);
  }
}
