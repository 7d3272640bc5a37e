package io.qcpruner.media.internal.resize;

import io.qcpruner.media.RgbImage;

/** The resize rule written out sample by sample, without tables. */
public final class NaiveBicubic {

  private NaiveBicubic() {}

  public static RgbImage resize(RgbImage image, int width, int height) {
    int[][][] wide = new int[image.height()][width][3];
    for (int y = 0; y < image.height(); y++) {
      for (int c = 0; c < 3; c++) {
        int[] row = new int[image.width()];
        for (int x = 0; x < row.length; x++) {
          row[x] = image.sample(x, y, c);
        }
        int[] out = resizeRow(row, width);
        for (int x = 0; x < width; x++) {
          wide[y][x][c] = out[x];
        }
      }
    }
    byte[] rgb = new byte[3 * width * height];
    for (int x = 0; x < width; x++) {
      for (int c = 0; c < 3; c++) {
        int[] column = new int[image.height()];
        for (int y = 0; y < column.length; y++) {
          column[y] = wide[y][x][c];
        }
        int[] out = resizeRow(column, height);
        for (int y = 0; y < height; y++) {
          rgb[3 * (y * width + x) + c] = (byte) out[y];
        }
      }
    }
    return new RgbImage(width, height, rgb);
  }

  public static int[] resizeRow(int[] in, int length) {
    if (in.length == length) {
      return in;
    }
    double scale = in.length / (double) length;
    double fs = Math.max(scale, 1);
    double s = 2 * fs;
    int[] out = new int[length];
    for (int o = 0; o < length; o++) {
      double c = (o + 0.5) * scale;
      int lo = Math.max(0, (int) (c - s + 0.5));
      int hi = Math.min(in.length, (int) (c + s + 0.5));
      double sum = 0;
      for (int x = lo; x < hi; x++) {
        sum += kernel((x - c + 0.5) * (1 / fs));
      }
      int total = 1 << 21;
      for (int x = lo; x < hi; x++) {
        double w = kernel((x - c + 0.5) * (1 / fs)) / sum;
        total += (int) (w * (1 << 22) + (w < 0 ? -0.5 : 0.5)) * in[x];
      }
      out[o] = Math.max(0, Math.min(255, total >> 22));
    }
    return out;
  }

  private static double kernel(double t) {
    double a = Math.abs(t);
    if (a < 1) {
      return (1.5 * a - 2.5) * a * a + 1;
    }
    return a < 2 ? (((a - 5) * a + 8) * a - 4) * -0.5 : 0;
  }
}
