package io.qcpruner.media.internal.resize;

import io.qcpruner.media.RgbImage;
import java.util.stream.IntStream;

/**
 * Resizing that gives the bytes of Pillow's {@code Image.resize(size, filter)}: antialiased,
 * horizontal pass first, 8-bit samples between the passes, 22-bit fixed-point weights.
 */
record FilteredResize(Filter filter) {

  private static final int HALF = 1 << (FilterTable.PRECISION_BITS - 1);
  // below this many multiplications starting other threads costs more than it saves
  private static final long PARALLEL_WORK = 4_000_000;

  /** The image at the new size; aspect is not preserved. */
  RgbImage resize(RgbImage image, int width, int height) {
    return resizeHeight(resizeWidth(image, width), height);
  }

  /**
   * The part {@code [left, left + cropWidth) x [top, top + cropHeight)} of the image resized to
   * width x height, without ever making the rest: a long thin image may have a huge resized form.
   */
  RgbImage resizeWindow(
      RgbImage image, int width, int height, int left, int top, int cropWidth, int cropHeight) {
    if (left < 0 || top < 0 || cropWidth > width - left || cropHeight > height - top) {
      throw new IllegalArgumentException(
          "window %dx%d at (%d,%d) leaves the %dx%d image"
              .formatted(cropWidth, cropHeight, left, top, width, height));
    }
    RgbImage wide =
        width == image.width()
            ? image.crop(left, 0, cropWidth, image.height())
            : horizontal(image, FilterTable.of(filter, image.width(), width, left, cropWidth));
    return height == image.height()
        ? wide.crop(0, top, cropWidth, cropHeight)
        : vertical(wide, FilterTable.of(filter, image.height(), height, top, cropHeight));
  }

  /** First pass: only the width changes. */
  RgbImage resizeWidth(RgbImage image, int width) {
    requireSide(width);
    return width == image.width()
        ? image
        : horizontal(image, FilterTable.of(filter, image.width(), width, 0, width));
  }

  /** Second pass: only the height changes. */
  RgbImage resizeHeight(RgbImage image, int height) {
    requireSide(height);
    return height == image.height()
        ? image
        : vertical(image, FilterTable.of(filter, image.height(), height, 0, height));
  }

  private static void requireSide(int side) {
    if (side < 1 || side > 1 << 16) {
      throw new IllegalArgumentException("cannot resize a side to " + side + " pixels");
    }
  }

  private static RgbImage horizontal(RgbImage image, FilterTable taps) {
    int width = taps.outputs();
    byte[] out = new byte[Math.multiplyExact(3 * width, image.height())];
    rows(image.height(), 3L * width * image.height() * taps.stride())
        .forEach(y -> filterRow(image.rgb(), 3 * y * image.width(), out, 3 * y * width, taps));
    return new RgbImage(width, image.height(), out);
  }

  private static void filterRow(
      byte[] in, int inStart, byte[] out, int outStart, FilterTable taps) {
    int[] weight = taps.weight();
    int to = outStart;
    for (int o = 0; o < taps.outputs(); o++) {
      int from = inStart + 3 * taps.first()[o];
      int w = o * taps.stride();
      int count = taps.count()[o];
      int red = HALF;
      int green = HALF;
      int blue = HALF;
      // one plain counter: the compiler then drops the bounds checks, which a moving offset keeps
      for (int t = 0; t < count; t++) {
        int k = weight[w + t];
        int at = from + 3 * t;
        red += k * (in[at] & 255);
        green += k * (in[at + 1] & 255);
        blue += k * (in[at + 2] & 255);
      }
      out[to] = clamp(red);
      out[to + 1] = clamp(green);
      out[to + 2] = clamp(blue);
      to += 3;
    }
  }

  private static RgbImage vertical(RgbImage image, FilterTable taps) {
    int row = 3 * image.width();
    byte[] out = new byte[Math.multiplyExact(row, taps.outputs())];
    rows(taps.outputs(), (long) row * taps.outputs() * taps.stride())
        .forEach(y -> filterColumns(image.rgb(), row, out, y, taps));
    return new RgbImage(image.width(), taps.outputs(), out);
  }

  /** One output row: the weighted sum of whole input rows, so memory is read in order. */
  private static void filterColumns(byte[] in, int row, byte[] out, int y, FilterTable taps) {
    int[] sum = new int[row];
    for (int t = 0; t < taps.count()[y]; t++) {
      int k = taps.weight()[y * taps.stride() + t];
      int from = (taps.first()[y] + t) * row;
      for (int x = 0; x < row; x++) {
        sum[x] += k * (in[from + x] & 255);
      }
    }
    for (int x = 0; x < row; x++) {
      out[y * row + x] = clamp(HALF + sum[x]);
    }
  }

  static IntStream rows(int count, long work) {
    IntStream rows = IntStream.range(0, count);
    return work < PARALLEL_WORK ? rows : rows.parallel();
  }

  static byte clamp(int fixed) {
    int v = fixed >> FilterTable.PRECISION_BITS;
    return (byte) (v < 0 ? 0 : Math.min(v, 255));
  }
}
