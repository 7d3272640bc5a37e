package io.qcpruner.media.internal.resize;

import io.qcpruner.media.RgbImage;

/**
 * Resizes an image inside a square of one colour to a smaller square, with the bytes that {@link
 * Bicubic} gives for the whole square. The padding is not filtered: its share of every output is
 * the colour times the weights that fall on it, so the work grows with the image and not with the
 * square, which may be thousands of times larger.
 */
public final class PaddedResize {

  private static final int HALF = 1 << (FilterTable.PRECISION_BITS - 1);

  private PaddedResize() {}

  /** The square whose side is the image's longer one, the image in its middle, at a new size. */
  public static RgbImage square(RgbImage image, int size, int[] colour) {
    int side = Math.max(image.width(), image.height());
    int left = (side - image.width()) / 2;
    int top = (side - image.height()) / 2;
    if (side == size) {
      return RgbImage.filled(size, size, colour[0], colour[1], colour[2]).paste(image, left, top);
    }
    FilterTable taps = FilterTable.of(Filter.BICUBIC, side, size, 0, size);
    return vertical(horizontal(image, taps, left, colour), taps, top, colour);
  }

  private static RgbImage horizontal(RgbImage image, FilterTable all, int left, int[] colour) {
    FilterTable taps = all.within(left, left + image.width());
    int[] padding = padding(all, taps, colour);
    int width = all.outputs();
    int stride = taps.stride();
    int[] weight = taps.weight();
    byte[] in = image.rgb();
    byte[] out = new byte[Math.multiplyExact(3 * width, image.height())];
    FilteredResize.rows(
            image.height(), 3L * width * image.height() * Math.min(all.stride(), image.width()))
        .forEach(
            y -> {
              int to = 3 * y * width;
              for (int o = 0; o < width; o++) {
                int from = 3 * (y * image.width() + taps.first()[o]);
                int count = taps.count()[o];
                int red = padding[3 * o];
                int green = padding[3 * o + 1];
                int blue = padding[3 * o + 2];
                for (int t = 0; t < count; t++) {
                  int k = weight[o * stride + t];
                  int at = from + 3 * t;
                  red += k * (in[at] & 255);
                  green += k * (in[at + 1] & 255);
                  blue += k * (in[at + 2] & 255);
                }
                out[to] = FilteredResize.clamp(red);
                out[to + 1] = FilteredResize.clamp(green);
                out[to + 2] = FilteredResize.clamp(blue);
                to += 3;
              }
            });
    return new RgbImage(width, image.height(), out);
  }

  private static RgbImage vertical(RgbImage image, FilterTable all, int top, int[] colour) {
    FilterTable taps = all.within(top, top + image.height());
    int[] padding = padding(all, taps, colour);
    int row = 3 * image.width();
    byte[] in = image.rgb();
    byte[] out = new byte[Math.multiplyExact(row, all.outputs())];
    FilteredResize.rows(
            all.outputs(), (long) row * all.outputs() * Math.min(all.stride(), image.height()))
        .forEach(
            y -> {
              int[] sum = new int[row];
              for (int t = 0; t < taps.count()[y]; t++) {
                int k = taps.weight()[y * taps.stride() + t];
                int from = (taps.first()[y] + t) * row;
                for (int x = 0; x < row; x++) {
                  sum[x] += k * (in[from + x] & 255);
                }
              }
              for (int x = 0; x < row; x++) {
                out[y * row + x] = FilteredResize.clamp(padding[3 * y + x % 3] + sum[x]);
              }
            });
    return new RgbImage(image.width(), all.outputs(), out);
  }

  /** [3 * outputs] rounding and the padding's share of every output, channel by channel. */
  private static int[] padding(FilterTable all, FilterTable inside, int[] colour) {
    int[] whole = all.sums();
    int[] used = inside.sums();
    int[] padding = new int[3 * whole.length];
    for (int o = 0; o < whole.length; o++) {
      for (int c = 0; c < 3; c++) {
        padding[3 * o + c] = HALF + (whole[o] - used[o]) * colour[c];
      }
    }
    return padding;
  }
}
