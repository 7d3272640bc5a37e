package io.qcpruner.media.internal.image;

import io.qcpruner.media.AlphaPolicy;
import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.Raster;

/** Pixels of an image that another part of the program decoded or drew. */
public final class BufferedPixels {

  private BufferedPixels() {}

  /** The samples that a PNG file of this image would have. */
  public static RgbImage of(
      String source, BufferedImage image, AlphaPolicy alpha, MediaLimits limits)
      throws MediaException {
    int width = image.getWidth();
    int height = image.getHeight();
    limits.checkImageSize(source, width, height);
    byte[] rgb = new byte[3 * width * height];
    boolean grey =
        image.getColorModel().getColorSpace().getType() == ColorSpace.TYPE_GRAY
            && image.getRaster().getNumBands() == 1;
    for (int y = 0; y < height; y++) {
      if (grey) {
        greyRow(image.getRaster(), y, rgb);
      } else {
        colorRow(image, y, alpha, rgb);
      }
    }
    return new RgbImage(width, height, rgb);
  }

  /** BufferedImage.getRGB would convert grey samples to another gamma. */
  private static void greyRow(Raster raster, int y, byte[] rgb) {
    int width = raster.getWidth();
    int shift = Math.max(0, raster.getSampleModel().getSampleSize(0) - 8);
    int[] row = raster.getSamples(0, y, width, 1, 0, (int[]) null);
    for (int x = 0; x < width; x++) {
      byte sample = (byte) (row[x] >> shift);
      int at = 3 * (y * width + x);
      rgb[at] = sample;
      rgb[at + 1] = sample;
      rgb[at + 2] = sample;
    }
  }

  private static void colorRow(BufferedImage image, int y, AlphaPolicy alpha, byte[] rgb) {
    int width = image.getWidth();
    int[] row = image.getRGB(0, y, width, 1, null, 0, width);
    for (int x = 0; x < width; x++) {
      int opacity = row[x] >>> 24;
      for (int c = 0; c < 3; c++) {
        int sample = row[x] >> (16 - 8 * c) & 255;
        rgb[3 * (y * width + x) + c] = (byte) alpha.apply(sample, opacity);
      }
    }
  }
}
