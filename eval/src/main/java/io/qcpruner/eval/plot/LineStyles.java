package io.qcpruner.eval.plot;

import java.awt.Color;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.util.List;

/**
 * Colours and markers of lines. The colours are Okabe and Ito's, which people with any kind of
 * colour blindness tell apart; yellow is left out, since it can hardly be seen on white.
 */
final class LineStyles {
  private static final List<Color> COLORS =
      List.of(
          new Color(0x0072b2),
          new Color(0xd55e00),
          new Color(0x009e73),
          new Color(0xcc79a7),
          new Color(0x56b4e9),
          new Color(0xe69f00),
          new Color(0x000000));

  /** The markers in the order in which lines get them. */
  enum Marker {
    CIRCLE,
    SQUARE,
    TRIANGLE(0, -1.15, 1, 0.85, -1, 0.85),
    DIAMOND(0, -1.3, 1.3, 0, 0, 1.3, -1.3, 0),
    TRIANGLE_DOWN(0, 1.15, 1, -0.85, -1, -0.85),
    BOW_TIE(-1, -1, 1, 1, 1, -1, -1, 1),
    HOURGLASS(-1, -1, 1, -1, -1, 1, 1, 1),
    TRAPEZOID(-0.5, -0.9, 0.5, -0.9, 1.2, 0.9, -1.2, 0.9);

    private final double[] corners;

    Marker(double... corners) {
      this.corners = corners;
    }

    /** The marker around a point. */
    Shape at(double x, double y, double radius) {
      if (this == CIRCLE) {
        return new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius);
      }
      if (this == SQUARE) {
        double half = 0.9 * radius;
        return new Rectangle2D.Double(x - half, y - half, 2 * half, 2 * half);
      }
      Path2D path = new Path2D.Double();
      path.moveTo(x + radius * corners[0], y + radius * corners[1]);
      for (int i = 2; i < corners.length; i += 2) {
        path.lineTo(x + radius * corners[i], y + radius * corners[i + 1]);
      }
      path.closePath();
      return path;
    }
  }

  private LineStyles() {}

  /** Colours repeat after seven lines, markers after eight: 56 lines differ. */
  static Color color(int line) {
    return COLORS.get(line % COLORS.size());
  }

  static Marker marker(int line) {
    return Marker.values()[line % Marker.values().length];
  }
}
