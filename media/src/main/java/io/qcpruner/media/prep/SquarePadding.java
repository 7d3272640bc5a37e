package io.qcpruner.media.prep;

import io.qcpruner.media.RgbImage;
import io.qcpruner.media.resize.Bicubic;

/**
 * Pads an image to a square with one colour and resizes it, a strip of rows at a time: the padded
 * square of a long thin image can be thousands of times larger than the image.
 */
final class SquarePadding {

  /** Mean of the CLIP channels times 255, truncated. */
  private static final int[] COLOUR = {122, 116, 104};

  private static final int STRIP_ROWS = 64;

  private SquarePadding() {}

  static RgbImage resize(RgbImage image, int size) {
    int side = Math.max(image.width(), image.height());
    int left = (side - image.width()) / 2;
    int top = (side - image.height()) / 2;
    // resizing keeps a constant row constant, so the rows above and below need no filtering
    byte[] narrow = filled(size, side).rgb();
    for (int y = 0; y < image.height(); y += STRIP_ROWS) {
      int rows = Math.min(STRIP_ROWS, image.height() - y);
      RgbImage part = image.crop(0, y, image.width(), rows);
      RgbImage strip =
          left == 0 && image.width() == side ? part : filled(side, rows).paste(part, left, 0);
      byte[] done = Bicubic.resizeWidth(strip, size).rgb();
      System.arraycopy(done, 0, narrow, 3 * size * (top + y), done.length);
    }
    return Bicubic.resizeHeight(new RgbImage(size, side, narrow), size);
  }

  private static RgbImage filled(int width, int height) {
    return RgbImage.filled(width, height, COLOUR[0], COLOUR[1], COLOUR[2]);
  }
}
