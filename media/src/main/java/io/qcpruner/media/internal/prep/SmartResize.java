package io.qcpruner.media.internal.prep;

import io.qcpruner.media.MediaException;

/**
 * Size rule of Qwen2.5-VL: both sides multiples of the factor, area within bounds, aspect nearly
 * kept.
 *
 * @param factor pixels of a merged token, 28 for the published model
 * @param minPixels smallest area
 * @param maxPixels largest area
 * @param atLeastFactor whether a side that rounds to zero becomes one factor first, as
 *     qwen-vl-utils does and the Hugging Face processor does not
 */
public record SmartResize(int factor, long minPixels, long maxPixels, boolean atLeastFactor) {

  private static final int MAX_ASPECT = 200;

  /** A size in pixels. */
  public record Size(int height, int width) {}

  public SmartResize {
    if (factor < 1 || minPixels < 1 || maxPixels < minPixels) {
      throw new IllegalArgumentException(
          "factor " + factor + ", pixels " + minPixels + ".." + maxPixels);
    }
  }

  /** Bounds of the published preprocessor_config.json. */
  public static SmartResize checkpoint() {
    return new SmartResize(28, 3136, 12845056, false);
  }

  /** The size for an image; fails when one side is more than 200 times the other. */
  public Size of(int height, int width) throws MediaException {
    if (height < 1 || width < 1) {
      throw new IllegalArgumentException("image size " + width + "x" + height);
    }
    if (Math.max(height, width) > (long) MAX_ASPECT * Math.min(height, width)) {
      throw new MediaException(
          "image of " + width + "x" + height, "one side is more than 200 times the other");
    }
    long h = nearest(height);
    long w = nearest(width);
    double area = (double) height * width;
    if (h * w > maxPixels) {
      double shrink = Math.sqrt(area / maxPixels);
      h = Math.max(factor, factor * (long) Math.floor(height / shrink / factor));
      w = Math.max(factor, factor * (long) Math.floor(width / shrink / factor));
    } else if (h * w < minPixels) {
      double grow = Math.sqrt(minPixels / area);
      h = factor * (long) Math.ceil(height * grow / factor);
      w = factor * (long) Math.ceil(width * grow / factor);
    }
    return new Size(Math.toIntExact(h), Math.toIntExact(w));
  }

  private long nearest(int side) {
    long rounded = factor * (long) Math.rint((double) side / factor);
    return atLeastFactor ? Math.max(factor, rounded) : rounded;
  }
}
