package io.qcpruner.media.internal.prep;

import io.qcpruner.media.RgbImage;
import java.util.List;

/**
 * Bytes to standardised floats: v = byte / 255, then (v - mean) / std per channel, in the number
 * types of the Hugging Face processors, so that results agree bit for bit.
 */
public final class Normalization {

  /** Constants of CLIP and Qwen2.5-VL. */
  public static final Normalization CLIP =
      new Normalization(
          new float[] {0.48145466f, 0.4578275f, 0.40821073f},
          new float[] {0.26862954f, 0.26130258f, 0.27577711f});

  /** Constants of SigLIP. */
  public static final Normalization SIGLIP =
      new Normalization(new float[] {0.5f, 0.5f, 0.5f}, new float[] {0.5f, 0.5f, 0.5f});

  // a byte has 256 values, so the whole map is a table: [channel * 256 + byte]
  private final float[] table = new float[3 * 256];
  private final float[] mean;

  public Normalization(float[] mean, float[] std) {
    if (mean.length != 3 || std.length != 3) {
      throw new IllegalArgumentException(
          "three channels need 3 means and 3 deviations, not " + mean.length + ", " + std.length);
    }
    this.mean = mean.clone();
    for (int c = 0; c < 3; c++) {
      if (!(std[c] > 0)) {
        throw new IllegalArgumentException("standard deviation " + std[c]);
      }
      for (int v = 0; v < 256; v++) {
        table[256 * c + v] = ((float) (v * 0.00392156862745098) - mean[c]) / std[c];
      }
    }
  }

  /** The mean colour in bytes, truncated: what pictures are padded with. */
  int[] meanColour() {
    return new int[] {(int) (mean[0] * 255), (int) (mean[1] * 255), (int) (mean[2] * 255)};
  }

  /** The value of one sample. */
  public float value(int channel, int sample) {
    return table[256 * channel + sample];
  }

  /** Writes the image channel-first ([3, height, width]) at an offset. */
  void write(RgbImage image, float[] out, int offset) {
    int area = image.width() * image.height();
    byte[] rgb = image.rgb();
    for (int c = 0; c < 3; c++) {
      int to = offset + c * area;
      int base = 256 * c;
      for (int i = 0, from = c; i < area; i++, from += 3) {
        out[to + i] = table[base + (rgb[from] & 255)];
      }
    }
  }

  /** Square views of one size as [views, 3, side, side]. */
  Pixels stack(List<RgbImage> views, int side) {
    Pixels out = Pixels.zeros(views.size(), 3, side, side);
    for (int v = 0; v < views.size(); v++) {
      write(views.get(v), out.data(), v * 3 * side * side);
    }
    return out;
  }

  /** The image as [3, height, width]. */
  public Pixels apply(RgbImage image) {
    Pixels out = Pixels.zeros(3, image.height(), image.width());
    write(image, out.data(), 0);
    return out;
  }
}
