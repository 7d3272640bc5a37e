package io.qcpruner.media.internal.prep;

import io.qcpruner.media.MediaException;

/**
 * Size rule of Qwen3-VL for the frames of a clip: both sides multiples of the factor, and the
 * pixels of all frames together within bounds.
 *
 * @param factor pixels of a merged token, 32 for the published models
 * @param minPixels fewest pixels of a clip
 * @param maxPixels most pixels of a clip
 */
public record ClipResize(int factor, long minPixels, long maxPixels) {
  private static final int MAX_ASPECT = 200;

  /** Frames of a temporal patch. */
  private static final int TIME = 2;

  public ClipResize {
    if (factor < 1 || minPixels < 1 || maxPixels < minPixels) {
      throw new IllegalArgumentException(
          "factor " + factor + ", pixels " + minPixels + ".." + maxPixels);
    }
  }

  /** The size of each of this many frames; fails when one side is more than 200 times the other. */
  public SmartResize.Size of(int frames, int height, int width) throws MediaException {
    if (frames < 1 || height < 1 || width < 1) {
      throw new IllegalArgumentException(frames + " frames of " + width + "x" + height);
    }
    int top = height;
    int left = width;
    if (height < factor || width < factor) {
      double scale = Math.max((double) factor / height, (double) factor / width);
      top = (int) (height * scale);
      left = (int) (width * scale);
    }
    if (Math.max(top, left) > (long) MAX_ASPECT * Math.min(top, left)) {
      throw new MediaException(
          "frame of " + width + "x" + height, "one side is more than 200 times the other");
    }
    int shown = Math.max(TIME, frames); // a single frame is shown twice
    double volume = (double) shown * top * left;
    long time = TIME * (long) Math.rint((double) shown / TIME);
    long h = factor * (long) Math.rint((double) top / factor);
    long w = factor * (long) Math.rint((double) left / factor);
    if (time * h * w > maxPixels) {
      double shrink = Math.sqrt(volume / maxPixels);
      h = Math.max(factor, factor * (long) Math.floor(top / shrink / factor));
      w = Math.max(factor, factor * (long) Math.floor(left / shrink / factor));
    } else if (time * h * w < minPixels) {
      double grow = Math.sqrt(minPixels / volume);
      h = factor * (long) Math.ceil(top * grow / factor);
      w = factor * (long) Math.ceil(left * grow / factor);
    }
    return new SmartResize.Size(Math.toIntExact(h), Math.toIntExact(w));
  }
}
