package io.qcpruner.core.anchor;

/** Cosine of two vectors in double precision. */
final class Cosine {

  private Cosine() {}

  static double norm(double[] vector) {
    return Math.sqrt(dot(vector, vector));
  }

  static double dot(double[] left, double[] right) {
    // four running sums in a fixed order: quick, and the same on every machine
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = 0;
    for (; i + 4 <= left.length; i += 4) {
      s0 += left[i] * right[i];
      s1 += left[i + 1] * right[i + 1];
      s2 += left[i + 2] * right[i + 2];
      s3 += left[i + 3] * right[i + 3];
    }
    for (; i < left.length; i++) {
      s0 += left[i] * right[i];
    }
    return s0 + s1 + (s2 + s3);
  }

  /** Zero when one of the vectors is zero. */
  static double of(double[] left, double leftNorm, double[] right) {
    double scale = leftNorm * norm(right);
    return scale == 0 ? 0 : dot(left, right) / scale;
  }
}
