package io.qcpruner.media.internal.image;

import io.qcpruner.media.MediaException;
import io.qcpruner.media.MediaLimits;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The checked parts of a PNG file.
 *
 * @param depth bits of a sample
 * @param palette colours of an indexed image, else empty
 * @param transparency content of tRNS, empty if absent
 * @param picture the file reduced to header, palette and pixel data
 */
record PngChunks(
    int width,
    int height,
    int depth,
    int colourType,
    byte[] palette,
    byte[] transparency,
    byte[] picture) {

  private static final int SIGNATURE = 8;
  private static final int INDEXED = 3;

  boolean indexed() {
    return colourType == INDEXED;
  }

  /** PixelSamples of a pixel as stored: grey, index, grey + alpha, RGB or RGBA. */
  int channels() {
    return switch (colourType) {
      case 0, INDEXED -> 1;
      case 4 -> 2;
      case 2 -> 3;
      default -> 4;
    };
  }

  static PngChunks parse(String source, byte[] data, MediaLimits limits) throws MediaException {
    ByteCursor in = new ByteCursor(source, data, SIGNATURE);
    if (in.u32("IHDR length") != 13 || !in.tag("IHDR").equals("IHDR")) {
      throw in.broken("the first PNG chunk is not a header");
    }
    long width = in.u32("width");
    long height = in.u32("height");
    limits.checkImageSize(source, width, height);
    int depth = in.u8("bit depth");
    int colourType = in.u8("colour type");
    if (!validDepth(colourType, depth)) {
      throw in.broken("PNG colour type " + colourType + " with bit depth " + depth);
    }
    Parts parts = Parts.collect(source, data);
    return new PngChunks(
        (int) width,
        (int) height,
        depth,
        colourType,
        parts.palette,
        parts.transparency,
        parts.picture.toByteArray());
  }

  /** What the chunks after the header hold. */
  private static final class Parts {

    private final ByteArrayOutputStream picture;
    private byte[] palette = new byte[0];
    private byte[] transparency = new byte[0];
    private boolean pixels;

    private Parts(int size) {
      picture = new ByteArrayOutputStream(size);
    }

    static Parts collect(String source, byte[] data) throws MediaException {
      Parts parts = new Parts(data.length);
      parts.picture.write(data, 0, SIGNATURE);
      ByteCursor in = new ByteCursor(source, data, SIGNATURE);
      for (String type = ""; !type.equals("IEND"); ) {
        int start = in.at();
        long length = in.u32("chunk length");
        type = in.tag("chunk type");
        in.skip(length, "chunk " + type);
        long crc = in.u32("checksum of " + type);
        if (type.equals("IHDR") && start != SIGNATURE) {
          throw in.broken("a second PNG header");
        }
        if (type.equals("IHDR")
            || type.equals("PLTE")
            || type.equals("IDAT")
            || type.equals("IEND")) {
          checkCrc(source, data, start, (int) length, type, crc);
          parts.picture.write(data, start, (int) length + 12);
        }
        parts.keep(type, data, start + 8, (int) length);
      }
      if (!parts.pixels) {
        throw in.broken("PNG without pixel data");
      }
      return parts;
    }

    private void keep(String type, byte[] data, int from, int length) {
      switch (type) {
        case "PLTE" -> palette = Arrays.copyOfRange(data, from, from + length);
        case "tRNS" -> transparency = Arrays.copyOfRange(data, from, from + length);
        case "IDAT" -> pixels = true;
        default -> {}
      }
    }
  }

  private static boolean validDepth(int colourType, int depth) {
    return switch (colourType) {
      case 0 -> depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
      case INDEXED -> depth == 1 || depth == 2 || depth == 4 || depth == 8;
      case 2, 4, 6 -> depth == 8 || depth == 16;
      default -> false;
    };
  }

  private static void checkCrc(
      String source, byte[] data, int start, int length, String type, long expected)
      throws MediaException {
    CRC32 crc = new CRC32();
    crc.update(data, start + 4, length + 4);
    if (crc.getValue() != expected) {
      throw new MediaException(
          source, "checksum of PNG chunk " + type + " at offset " + start + " is wrong");
    }
  }
}
