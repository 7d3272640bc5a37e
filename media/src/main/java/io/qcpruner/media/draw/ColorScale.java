package io.qcpruner.media.draw;

/** Numbers in 0..1 to colours: dark blue over green to yellow, readable in grey as well. */
final class ColorScale {
  private static final int[] STOPS = {0x440154, 0x3B528B, 0x21918C, 0x5EC962, 0xFDE725};

  private ColorScale() {}

  static int rgb(double value) {
    double at = Math.min(1, Math.max(0, value)) * (STOPS.length - 1);
    int low = Math.min((int) at, STOPS.length - 2);
    double part = at - low;
    int out = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int a = STOPS[low] >> shift & 255;
      int b = STOPS[low + 1] >> shift & 255;
      out |= (int) Math.round(a + (b - a) * part) << shift;
    }
    return out;
  }
}
