package io.qcpruner.media.internal.image;

/**
 * Counts the pixels that a GIF frame's code stream holds, without making them: the reader of the
 * JDK fills up what a short stream lacks, and a cut picture must be refused.
 */
final class GifCodes {

  private static final int MAX_CODES = 4096;

  private final byte[] data;
  private int at;
  private int blockLeft;
  private int bits;
  private int held;

  private GifCodes(byte[] data, int at) {
    this.data = data;
    this.at = at;
  }

  /**
   * @param at the byte with the code size; blocks of codes follow, checked to be inside the data
   * @param enough counting stops there
   */
  static long pixels(byte[] data, int at, long enough) {
    return new GifCodes(data, at + 1).count(data[at], enough);
  }

  private long count(int codeSize, long enough) {
    int clear = 1 << codeSize;
    int end = clear + 1;
    int[] length = new int[MAX_CODES];
    java.util.Arrays.fill(length, 0, clear, 1);
    long pixels = 0;
    int width = codeSize + 1;
    int next = end + 1;
    int previous = -1;
    while (pixels < enough) {
      int code = code(width);
      if (code < 0 || code == end) {
        return pixels;
      }
      if (code == clear) {
        width = codeSize + 1;
        next = end + 1;
        previous = -1;
        continue;
      }
      if (code > (previous < 0 ? clear : next)) {
        return pixels; // a code that does not exist yet
      }
      if (previous >= 0 && next < MAX_CODES) {
        length[next++] = length[previous] + 1;
        if (next == 1 << width && width < 12) {
          width++;
        }
      }
      pixels += length[code];
      previous = code;
    }
    return pixels;
  }

  /** The next code, or -1 at the end of the blocks. */
  private int code(int width) {
    while (bits < width) {
      while (blockLeft == 0) {
        blockLeft = data[at++] & 255;
        if (blockLeft == 0) {
          at--; // stays on the terminator
          return -1;
        }
      }
      held |= (data[at++] & 255) << bits;
      bits += 8;
      blockLeft--;
    }
    int code = held & ((1 << width) - 1);
    held >>>= width;
    bits -= width;
    return code;
  }
}
