package io.qcpruner.pocket.train;

import io.qcpruner.pocket.scene.Scene;

/** Pixels as the tower wants them: planes, scaled to [0,1], CLIP mean and deviation. */
final class PixelRows {

  private static final float[] MEAN = {0.48145466f, 0.4578275f, 0.40821073f};
  private static final float[] DEVIATION = {0.26862954f, 0.26130258f, 0.27577711f};

  private PixelRows() {}

  /** Writes the scene as picture b of [B, 3, height, width]. */
  static void write(Scene scene, float[] target, int b) {
    int n = scene.rgb().length;
    for (int c = 0; c < 3; c++) {
      int shift = 16 - 8 * c;
      int at = (b * 3 + c) * n;
      for (int i = 0; i < n; i++) {
        float value = (scene.rgb()[i] >> shift & 255) / 255f;
        target[at + i] = (value - MEAN[c]) / DEVIATION[c];
      }
    }
  }
}
