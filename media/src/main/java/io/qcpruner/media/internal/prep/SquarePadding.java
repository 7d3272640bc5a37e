package io.qcpruner.media.internal.prep;

import io.qcpruner.media.RgbImage;
import io.qcpruner.media.internal.resize.PaddedResize;

/** Pads an image to a square with the mean colour of CLIP and resizes it. */
final class SquarePadding {

  /** Mean of the CLIP channels times 255, truncated. */
  private static final int[] COLOUR = {122, 116, 104};

  private SquarePadding() {}

  static RgbImage resize(RgbImage image, int size) {
    return PaddedResize.square(image, size, COLOUR);
  }
}
