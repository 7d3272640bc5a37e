package io.qcpruner.media;

/**
 * How a stored picture has to be turned to be seen upright: the values 1 to 8 of the EXIF tag, in
 * their order.
 */
public enum Orientation {
  AS_STORED,
  MIRRORED,
  HALF_TURN,
  FLIPPED,
  TRANSPOSED,
  TURNED_RIGHT,
  TRANSVERSED,
  TURNED_LEFT;

  /** The orientation of an EXIF value; values that do not exist turn nothing. */
  public static Orientation ofExif(int value) {
    return value >= 1 && value <= values().length ? values()[value - 1] : AS_STORED;
  }

  private boolean swapsSides() {
    return ordinal() >= TRANSPOSED.ordinal();
  }

  /** The picture as it is meant to be seen. */
  public RgbImage upright(RgbImage stored) {
    if (this == AS_STORED) {
      return stored;
    }
    int width = swapsSides() ? stored.height() : stored.width();
    int height = swapsSides() ? stored.width() : stored.height();
    byte[] from = stored.rgb();
    byte[] out = new byte[from.length];
    int to = 0;
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++, to += 3) {
        int at = 3 * (row(x, y, stored) * stored.width() + column(x, y, stored));
        out[to] = from[at];
        out[to + 1] = from[at + 1];
        out[to + 2] = from[at + 2];
      }
    }
    return new RgbImage(width, height, out);
  }

  /** The stored column that is seen at (x, y). */
  private int column(int x, int y, RgbImage stored) {
    return switch (this) {
      case AS_STORED, FLIPPED -> x;
      case MIRRORED, HALF_TURN -> stored.width() - 1 - x;
      case TRANSPOSED, TURNED_RIGHT -> y;
      case TRANSVERSED, TURNED_LEFT -> stored.width() - 1 - y;
    };
  }

  /** The stored row that is seen at (x, y). */
  private int row(int x, int y, RgbImage stored) {
    return switch (this) {
      case AS_STORED, MIRRORED -> y;
      case FLIPPED, HALF_TURN -> stored.height() - 1 - y;
      case TRANSPOSED, TURNED_LEFT -> x;
      case TRANSVERSED, TURNED_RIGHT -> stored.height() - 1 - x;
    };
  }
}
