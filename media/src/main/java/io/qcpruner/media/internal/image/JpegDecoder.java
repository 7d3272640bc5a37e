package io.qcpruner.media.internal.image;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.RgbImage;

/**
 * JPEG: grey, YCbCr, RGB, CMYK and YCCK, baseline or progressive. The reader delivers the
 * components as stored; colour is converted here with the integer formulas of libjpeg, and CMYK as
 * Pillow does (inverted, as Adobe writes it, and without a profile).
 */
final class JpegDecoder {

  private static final int BITS = 16;
  private static final int HALF = 1 << (BITS - 1);

  // the factors of the JFIF standard as 16-bit fractions
  private static final int RED_CR = fixed(1.40200);
  private static final int GREEN_CB = fixed(0.34414);
  private static final int GREEN_CR = fixed(0.71414);
  private static final int BLUE_CB = fixed(1.77200);

  private JpegDecoder() {}

  static RgbImage decode(String source, byte[] data, MediaLimits limits) throws MediaException {
    return decode(source, JpegHeader.parse(source, data, limits));
  }

  static RgbImage decode(String source, JpegHeader header) throws MediaException {
    PixelSamples samples =
        new PixelSamples(
            RasterReader.read(
                source, ImageFormat.JPEG, header.picture(), header.width(), header.height()));
    int bands = samples.bands();
    if (bands != header.components()) {
      throw new MediaException(source, "broken JPEG data: " + bands + " components");
    }
    byte[] out = new byte[3 * header.width() * header.height()];
    int[] row = samples.newRow();
    int[] rgb = new int[3];
    for (int y = 0; y < header.height(); y++) {
      samples.row(y, row);
      int to = 3 * y * header.width();
      for (int from = 0; from < row.length; from += bands, to += 3) {
        convert(header.colour(), row, from, rgb);
        out[to] = (byte) rgb[0];
        out[to + 1] = (byte) rgb[1];
        out[to + 2] = (byte) rgb[2];
      }
    }
    return new RgbImage(header.width(), header.height(), out);
  }

  private static void convert(JpegHeader.Colour colour, int[] in, int from, int[] rgb) {
    switch (colour) {
      case GREY -> rgb[0] = rgb[1] = rgb[2] = in[from];
      case RGB -> System.arraycopy(in, from, rgb, 0, 3);
      case YCC -> fromYcc(in, from, rgb);
      case CMYK -> {
        for (int c = 0; c < 3; c++) {
          rgb[c] = ink(in[from + c], in[from + 3]);
        }
      }
      case YCCK -> {
        fromYcc(in, from, rgb);
        for (int c = 0; c < 3; c++) {
          rgb[c] = ink(255 - rgb[c], in[from + 3]);
        }
      }
      default -> throw new AssertionError(colour);
    }
  }

  private static void fromYcc(int[] in, int from, int[] rgb) {
    int y = in[from];
    int cb = in[from + 1] - 128;
    int cr = in[from + 2] - 128;
    rgb[0] = clamp(y + ((RED_CR * cr + HALF) >> BITS));
    rgb[1] = clamp(y + ((-GREEN_CB * cb - GREEN_CR * cr + HALF) >> BITS));
    rgb[2] = clamp(y + ((BLUE_CB * cb + HALF) >> BITS));
  }

  private static int fixed(double factor) {
    return (int) (factor * (1 << BITS) + 0.5);
  }

  /** A colour under black ink; both are stored inverted, so 255 means no ink. */
  private static int ink(int colour, int black) {
    int product = (255 - colour) * black + 128;
    return clamp(black - (((product >> 8) + product) >> 8));
  }

  private static int clamp(int v) {
    return v < 0 ? 0 : Math.min(v, 255);
  }
}
