package io.qcpruner.media.internal.prep;

import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.resize.Bicubic;
import io.qcpruner.media.internal.resize.PaddedResize;

/**
 * LLaVA-1.5, and LLaVA-OneVision for several pictures: one square view of the whole image.
 *
 * @param fit how an image that is not square becomes square
 * @param size side of the view in pixels, 336 for the published tower
 */
public record LlavaPreprocessor(Fit fit, int size, Normalization normalization) {

  /** How an image becomes square. */
  public enum Fit {
    /** Pad the short side with the mean colour, as the original code does. */
    PAD,
    /** Shortest edge to the size, then the central square, as the llava-hf processor does. */
    CROP
  }

  /** The published tower with square padding. */
  public static LlavaPreprocessor pad336() {
    return new LlavaPreprocessor(Fit.PAD, 336, Normalization.CLIP);
  }

  /** The view as [3, size, size]. */
  public Pixels apply(RgbImage image) {
    return normalization.apply(view(image));
  }

  /** The square view before normalisation. */
  public RgbImage view(RgbImage image) {
    return fit == Fit.PAD
        ? PaddedResize.square(image, size, normalization.meanColour())
        : centre(image);
  }

  private RgbImage centre(RgbImage image) {
    int w = image.width();
    int h = image.height();
    int longEdge = (int) ((double) ((long) size * Math.max(w, h)) / Math.min(w, h));
    int width = w <= h ? size : longEdge;
    int height = w <= h ? longEdge : size;
    return Bicubic.resizeWindow(
        image, width, height, (width - size) / 2, (height - size) / 2, size, size);
  }
}
