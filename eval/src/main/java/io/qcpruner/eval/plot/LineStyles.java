package io.qcpruner.eval.plot;

import java.awt.Color;
import java.util.List;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

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

  private static final List<Marker> MARKERS =
      List.of(
          SeriesMarkers.CIRCLE,
          SeriesMarkers.SQUARE,
          SeriesMarkers.TRIANGLE_UP,
          SeriesMarkers.DIAMOND,
          SeriesMarkers.TRIANGLE_DOWN,
          SeriesMarkers.CROSS,
          SeriesMarkers.PLUS,
          SeriesMarkers.TRAPEZOID);

  private LineStyles() {}

  /** Colours repeat after seven lines, markers after eight: 56 lines differ. */
  static Color color(int line) {
    return COLORS.get(line % COLORS.size());
  }

  static Marker marker(int line) {
    return MARKERS.get(line % MARKERS.size());
  }
}
