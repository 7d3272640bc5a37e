package io.qcpruner.pocket.scene;

import java.util.Locale;

/**
 * The geometric objects. Each is an inside test on the unit square [-1,1] x [-1,1] (y grows
 * downwards), made of the four basic operations alone, so that every machine colours the same
 * pixels.
 */
public enum Shape {
  CIRCLE("circles") {
    @Override
    boolean inside(double x, double y) {
      return x * x + y * y <= 1;
    }
  },
  SQUARE("squares") {
    @Override
    boolean inside(double x, double y) {
      return Math.abs(x) <= 0.86 && Math.abs(y) <= 0.86;
    }
  },
  STAR("stars") {
    @Override
    boolean inside(double x, double y) {
      // a five-pointed star: inside at least four of the five half-planes of its long edges
      int in = 0;
      for (double[] side : STAR_SIDES) {
        if (x * side[0] - y * side[1] <= 0.38) {
          in++;
        }
      }
      return in >= 4 && x * x + y * y <= 1.1;
    }
  },
  TRIANGLE("triangles") {
    @Override
    boolean inside(double x, double y) {
      return y <= 0.85 && Math.abs(x) * 1.8 <= y + 0.95;
    }
  },
  HEART("hearts") {
    @Override
    boolean inside(double x, double y) {
      double a = Math.abs(x);
      boolean lobes = (a - 0.48) * (a - 0.48) + (y + 0.4) * (y + 0.4) <= 0.27;
      boolean tip = y >= -0.25 && a + 0.86 * (y - 0.1) <= 0.78 && y <= 1;
      return lobes || tip;
    }
  },
  CROSS("crosses") {
    @Override
    boolean inside(double x, double y) {
      double a = Math.abs(x);
      double b = Math.abs(y);
      return a <= 0.3 && b <= 0.95 || b <= 0.3 && a <= 0.95;
    }
  },
  DIAMOND("diamonds") {
    @Override
    boolean inside(double x, double y) {
      return Math.abs(x) * 1.35 + Math.abs(y) <= 1;
    }
  },
  RING("rings") {
    @Override
    boolean inside(double x, double y) {
      double r = x * x + y * y;
      return r <= 1 && r >= 0.34;
    }
  };

  // outward normals of the five long edges: 18, 90, 162, 234 and 306 degrees
  private static final double[][] STAR_SIDES = {
    {0.9510565162951535, 0.3090169943749474},
    {0, 1},
    {-0.9510565162951535, 0.3090169943749474},
    {-0.5877852522924731, -0.8090169943749475},
    {0.5877852522924731, -0.8090169943749475}
  };

  private final String plural;

  Shape(String plural) {
    this.plural = plural;
  }

  abstract boolean inside(double x, double y);

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public String plural() {
    return plural;
  }
}
