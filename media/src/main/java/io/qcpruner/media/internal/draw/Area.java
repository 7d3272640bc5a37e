package io.qcpruner.media.internal.draw;

/** A rectangle of a picture, in pixels. */
public record Area(double x, double y, double width, double height) {
  private static final Area NONE = new Area(0, 0, 0, 0);

  public boolean isEmpty() {
    return !(width > 0 && height > 0);
  }

  /** What two rectangles share; empty if they share nothing. */
  public Area intersection(Area other) {
    double left = Math.max(x, other.x);
    double top = Math.max(y, other.y);
    double right = Math.min(x + width, other.x + other.width);
    double bottom = Math.min(y + height, other.y + other.height);
    return right > left && bottom > top ? new Area(left, top, right - left, bottom - top) : NONE;
  }
}
