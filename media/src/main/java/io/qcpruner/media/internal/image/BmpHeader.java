package io.qcpruner.media.internal.image;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;

/**
 * The checked header of a BMP file.
 *
 * @param bits bits of a pixel
 * @param palette red, green, blue of each entry of an indexed image, else empty
 */
record BmpHeader(int width, int height, int bits, byte[] palette) {

  private static final int FILE_HEADER = 14;
  private static final int OLD_HEADER = 12;
  private static final int RAW = 0;
  private static final int RUN_LENGTH_8 = 1;
  private static final int RUN_LENGTH_4 = 2;
  private static final int BIT_FIELDS = 3;

  static BmpHeader parse(String source, byte[] data, MediaLimits limits) throws MediaException {
    ByteCursor in = new ByteCursor(source, data, 10);
    long pixels = in.u32Little("pixel offset");
    long size = in.u32Little("header size");
    if (size != OLD_HEADER && (size < 40 || size > 124)) {
      throw in.broken("BMP header of " + size + " bytes");
    }
    in.require(size - 4, "BMP header");
    boolean old = size == OLD_HEADER;
    long width = old ? in.u16Little("width") : (int) in.u32Little("width");
    // a negative height means rows from top to bottom
    long height = Math.abs((long) (old ? in.u16Little("height") : (int) in.u32Little("height")));
    limits.checkImageSize(source, width, height);
    in.skip(2, "planes");
    int bits = in.u16Little("bits");
    long compression = old ? RAW : in.u32Little("compression");
    checkCoding(in, bits, compression);
    if (pixels < FILE_HEADER + size || pixels > data.length) {
      throw in.broken("BMP pixels at offset " + pixels);
    }
    long stride = (width * bits + 31) / 32 * 4;
    boolean raw = compression == RAW || compression == BIT_FIELDS;
    if (raw && stride * height > data.length - pixels) {
      throw in.broken(
          "truncated: BMP pixels need "
              + stride * height
              + " bytes, "
              + (data.length - pixels)
              + " are left");
    }
    byte[] palette = new byte[0];
    if (bits <= 8) {
      checkColours(source, data, old, bits);
      palette = palette(data, FILE_HEADER + (int) size, (int) pixels, old ? 3 : 4, bits);
    }
    return new BmpHeader((int) width, (int) height, bits, palette);
  }

  private static void checkCoding(ByteCursor in, int bits, long compression) throws MediaException {
    boolean known =
        (compression == RAW
                && (bits == 1 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32))
            || (compression == RUN_LENGTH_8 && bits == 8)
            || (compression == RUN_LENGTH_4 && bits == 4)
            || (compression == BIT_FIELDS && (bits == 16 || bits == 32));
    if (!known) {
      throw in.broken("BMP coding " + compression + " with " + bits + " bits is not supported");
    }
  }

  private static void checkColours(String source, byte[] data, boolean old, int bits)
      throws MediaException {
    if (old) {
      return;
    }
    ByteCursor in = new ByteCursor(source, data, 46);
    long colours = in.u32Little("colours");
    if (colours > 1L << bits) {
      throw in.broken("BMP with " + colours + " colours of " + bits + " bits");
    }
  }

  private static byte[] palette(byte[] data, int from, int end, int entry, int bits) {
    int count = Math.min(1 << bits, (end - from) / entry);
    byte[] rgb = new byte[3 * count];
    for (int i = 0; i < count; i++) {
      for (int c = 0; c < 3; c++) {
        rgb[3 * i + c] = data[from + entry * i + 2 - c];
      }
    }
    return rgb;
  }
}
