package io.qcpruner.media;

import java.util.Arrays;

/**
 * Decoded pixels: 8-bit red, green, blue, interleaved, rows from top to bottom. The array is
 * shared, not copied; nobody writes to it after construction.
 *
 * @param rgb height x width x 3 samples
 */
public record RgbImage(int width, int height, byte[] rgb) {

  public RgbImage {
    if (width < 1 || height < 1) {
      throw new IllegalArgumentException("image size " + width + "x" + height);
    }
    if (rgb.length != 3L * width * height) {
      throw new IllegalArgumentException(
          "a "
              + width
              + "x"
              + height
              + " image needs "
              + 3L * width * height
              + " samples, not "
              + rgb.length);
    }
  }

  /** An image of one colour. */
  public static RgbImage filled(int width, int height, int red, int green, int blue) {
    byte[] rgb = new byte[Math.multiplyExact(3, Math.multiplyExact(width, height))];
    for (int i = 0; i < rgb.length; i += 3) {
      rgb[i] = (byte) red;
      rgb[i + 1] = (byte) green;
      rgb[i + 2] = (byte) blue;
    }
    return new RgbImage(width, height, rgb);
  }

  /** Sample 0..255 of channel 0 (red), 1 (green) or 2 (blue). */
  public int sample(int x, int y, int channel) {
    return rgb[3 * (y * width + x) + channel] & 255;
  }

  /** The part of the given size whose upper left corner is at (left, top). */
  public RgbImage crop(int left, int top, int cropWidth, int cropHeight) {
    if (left < 0 || top < 0 || cropWidth > width - left || cropHeight > height - top) {
      throw new IllegalArgumentException(
          "crop %dx%d at (%d,%d) leaves the %dx%d image"
              .formatted(cropWidth, cropHeight, left, top, width, height));
    }
    byte[] out = new byte[3 * cropWidth * cropHeight];
    for (int y = 0; y < cropHeight; y++) {
      System.arraycopy(rgb, 3 * ((top + y) * width + left), out, 3 * y * cropWidth, 3 * cropWidth);
    }
    return new RgbImage(cropWidth, cropHeight, out);
  }

  /** A copy of this image with another pasted at (left, top); it must fit. */
  public RgbImage paste(RgbImage other, int left, int top) {
    if (left < 0 || top < 0 || other.width > width - left || other.height > height - top) {
      throw new IllegalArgumentException(
          "pasting %dx%d at (%d,%d) leaves the %dx%d image"
              .formatted(other.width, other.height, left, top, width, height));
    }
    byte[] out = rgb.clone();
    for (int y = 0; y < other.height; y++) {
      System.arraycopy(
          other.rgb, 3 * y * other.width, out, 3 * ((top + y) * width + left), 3 * other.width);
    }
    return new RgbImage(width, height, out);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof RgbImage i
        && width == i.width
        && height == i.height
        && Arrays.equals(rgb, i.rgb);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * width + height) + Arrays.hashCode(rgb);
  }

  @Override
  public String toString() {
    return "RgbImage[" + width + "x" + height + "]";
  }
}
