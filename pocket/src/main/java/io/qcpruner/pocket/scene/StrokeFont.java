package io.qcpruner.pocket.scene;

import java.util.HashMap;
import java.util.Map;

/**
 * Capital letters and digits as polylines on a grid of 4 x 6, because a headless JDK may have no
 * fonts. Look-alikes are left out (I, O, Q, S, Z, B), so that a digit never looks like a letter.
 */
final class StrokeFont {

  static final String LETTERS = "ACDEFGHJKLMNPRTUVWXY";
  static final String DIGITS = "0123456789";
  static final double GRID_WIDTH = 4;
  static final double GRID_HEIGHT = 6;

  // strokes separated by blanks, points by pairs of digits: column then row, row 0 on top
  private static final String[] TABLE = {
    "A 0620 2046 1434",
    "C 4130100105163645",
    "D 00062644422000",
    "E 400006 0333 0646",
    "F 4000 0006 0333",
    "G 41301001051636454323",
    "H 0006 4046 0343",
    "J 4045361605",
    "K 0006 4003 1346",
    "L 000646",
    "M 0600234046",
    "N 06004640",
    "P 06003041423303",
    "R 06003041423303 2346",
    "T 0040 2026",
    "U 000516364540",
    "V 002640",
    "W 0016233640",
    "X 0046 4006",
    "Y 002340 2326",
    "0 103041453616050110",
    "1 112026 1636",
    "2 0110304142330646",
    "3 004023334445361605",
    "4 363004 0444",
    "5 4000033344453606",
    "6 40200205163645443303",
    "7 004016",
    "8 103041423313020110 1304051636454433",
    "9 43130201103041453606"
  };

  private final Map<Character, double[][]> segments = new HashMap<>();

  StrokeFont() {
    for (String line : TABLE) {
      segments.put(line.charAt(0), parse(line.substring(2)));
    }
  }

  private static double[][] parse(String strokes) {
    java.util.List<double[]> found = new java.util.ArrayList<>();
    for (String stroke : strokes.split(" ")) {
      for (int i = 0; i + 3 < stroke.length(); i += 2) {
        found.add(
            new double[] {
              stroke.charAt(i) - '0',
              stroke.charAt(i + 1) - '0',
              stroke.charAt(i + 2) - '0',
              stroke.charAt(i + 3) - '0'
            });
      }
    }
    return found.toArray(new double[0][]);
  }

  /** Whether the point, in grid units, lies within {@code reach} of a stroke of the glyph. */
  boolean inside(char glyph, double x, double y, double reach) {
    double limit = reach * reach;
    for (double[] s : segments.get(glyph)) {
      if (squaredDistance(s, x, y) <= limit) {
        return true;
      }
    }
    return false;
  }

  private static double squaredDistance(double[] s, double x, double y) {
    double dx = s[2] - s[0];
    double dy = s[3] - s[1];
    double t = ((x - s[0]) * dx + (y - s[1]) * dy) / (dx * dx + dy * dy);
    t = Math.max(0, Math.min(1, t));
    double ex = x - s[0] - t * dx;
    double ey = y - s[1] - t * dy;
    return ex * ex + ey * ey;
  }
}
