package io.qcpruner.media.internal.draw;

/** Numbers in 0..1 to colours. */
public enum ColorScale {
  /** Dark blue over green to yellow, readable in grey as well. */
  BLUE_YELLOW(0x440154, 0x3B528B, 0x21918C, 0x5EC962, 0xFDE725),
  /** Dark red over red and orange to yellow, as in the paper's figures. */
  RED_YELLOW(0x330000, 0x990000, 0xE03010, 0xF59020, 0xFFF060);

  private final int[] stops;

  ColorScale(int... stops) {
    this.stops = stops;
  }

  /** The colour of a value, red in bits 16 to 23. */
  public int rgb(double value) {
    double at = Math.min(1, Math.max(0, value)) * (stops.length - 1);
    int low = Math.min((int) at, stops.length - 2);
    double part = at - low;
    int out = 0;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int a = stops[low] >> shift & 255;
      int b = stops[low + 1] >> shift & 255;
      out |= (int) Math.round(a + (b - a) * part) << shift;
    }
    return out;
  }
}
