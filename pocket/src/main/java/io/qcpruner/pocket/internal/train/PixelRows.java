package io.qcpruner.pocket.internal.train;

import io.qcpruner.pocket.scene.Scene;

/** Pixels as a tower wants them: planes, scaled to [0,1], less a mean, over a deviation. */
enum PixelRows {
  CLIP(
      new float[] {0.48145466f, 0.4578275f, 0.40821073f},
      new float[] {0.26862954f, 0.26130258f, 0.27577711f}),
  SIGLIP(new float[] {0.5f, 0.5f, 0.5f}, new float[] {0.5f, 0.5f, 0.5f});

  private final float[] mean;
  private final float[] deviation;

  PixelRows(float[] mean, float[] deviation) {
    this.mean = mean;
    this.deviation = deviation;
  }

  float mean(int channel) {
    return mean[channel];
  }

  float deviation(int channel) {
    return deviation[channel];
  }

  /** Writes the scene as picture b of [B, 3, height, width]. */
  void write(Scene scene, float[] target, int b) {
    int n = scene.rgb().length;
    for (int c = 0; c < 3; c++) {
      int shift = 16 - 8 * c;
      int at = (b * 3 + c) * n;
      for (int i = 0; i < n; i++) {
        float value = (scene.rgb()[i] >> shift & 255) / 255f;
        target[at + i] = (value - mean[c]) / deviation[c];
      }
    }
  }
}
