package io.qcpruner.media.internal.resize;

/** The filters of Pillow that are used here, as functions of the distance in input pixels. */
enum Filter {
  /** Keys' cubic convolution with a = -0.5. */
  BICUBIC(2) {
    @Override
    double weight(double distance) {
      double t = Math.abs(distance);
      if (t < 1) {
        return ((A + 2) * t - (A + 3)) * t * t + 1;
      }
      return t < 2 ? (((t - 5) * t + 8) * t - 4) * A : 0;
    }
  },
  /** A sinc in a window that is the middle of a three times wider sinc. */
  LANCZOS(3) {
    @Override
    double weight(double distance) {
      boolean inside = -3 <= distance && distance < 3;
      return inside ? sinc(distance) * sinc(distance / 3) : 0;
    }
  };

  private static final double A = -0.5;

  private final double support;

  Filter(double support) {
    this.support = support;
  }

  /** Distance from which on the weight is 0. */
  double support() {
    return support;
  }

  /** Weight of a pixel at that distance, before weights are made to add up to one. */
  abstract double weight(double distance);

  private static double sinc(double x) {
    if (x == 0) {
      return 1;
    }
    double angle = x * Math.PI;
    return StrictMath.sin(angle) / angle;
  }
}
