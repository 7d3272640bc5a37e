package io.qcpruner.core.linalg;

/** The kernels in plain Java: the fallback, and the definition of the summation order. */
final class ScalarKernels implements KernelSupport {

  @Override
  public String name() {
    return "scalar";
  }

  @Override
  public float sum(float[] a, int offset, int n) {
    float[] lanes = new float[LANES];
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      for (int l = 0; l < LANES; l++) {
        lanes[l] += a[offset + i + l];
      }
    }
    float sum = fold(lanes);
    for (int i = full; i < n; i++) {
      sum += a[offset + i];
    }
    return sum;
  }

  @Override
  public float dot(float[] a, int aOffset, float[] b, int bOffset, int n) {
    float[] lanes = new float[LANES];
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      for (int l = 0; l < LANES; l++) {
        lanes[l] += a[aOffset + i + l] * b[bOffset + i + l];
      }
    }
    float sum = fold(lanes);
    for (int i = full; i < n; i++) {
      sum += a[aOffset + i] * b[bOffset + i];
    }
    return sum;
  }

  @Override
  public void dots(
      float[] a, int aOffset, float[] b, int bOffset, int rows, int n, float[] out, int outOffset) {
    for (int r = 0; r < rows; r++) {
      out[outOffset + r] = dot(a, aOffset, b, bOffset + r * n, n);
    }
  }

  @Override
  public double squaredDistance(float[] a, int aOffset, float[] b, int bOffset, int n) {
    double[] lanes = new double[LANES];
    int full = n - n % LANES;
    for (int i = 0; i < full; i += LANES) {
      for (int l = 0; l < LANES; l++) {
        double d = (double) a[aOffset + i + l] - b[bOffset + i + l];
        lanes[l] += d * d;
      }
    }
    for (int distance = LANES / 2; distance > 0; distance /= 2) {
      for (int l = 0; l < distance; l++) {
        lanes[l] += lanes[l + distance];
      }
    }
    double sum = lanes[0];
    for (int i = full; i < n; i++) {
      double d = (double) a[aOffset + i] - b[bOffset + i];
      sum += d * d;
    }
    return sum;
  }

  @Override
  public void sigmoids(float[] x, int offset, int n, double[] out) {
    for (int i = 0; i < n; i++) {
      out[i] = 1 / (1 + StrictMath.exp(-x[offset + i]));
    }
  }

  @Override
  public void addRows(
      double[][] out, double[][] factors, double[][] rows, int count, int from, int to) {
    RowSums.plain(out, factors, rows, count, from, to);
  }

  @Override
  public float coverageGain(
      float[] row, int offset, float[] target, float scale, float[] cover, int from, int to) {
    float[] lanes = new float[LANES];
    int full = to - (to - from) % LANES;
    for (int i = from; i < full; i += LANES) {
      for (int l = 0; l < LANES; l++) {
        float rise = row[offset + i + l] * target[i + l] * scale - cover[i + l];
        lanes[l] += rise + Math.abs(rise); // twice the positive part, exactly
      }
    }
    float sum = fold(lanes);
    for (int i = full; i < to; i++) {
      float rise = row[offset + i] * target[i] * scale - cover[i];
      sum += rise + Math.abs(rise);
    }
    return 0.5f * sum;
  }

  @Override
  public void coverageGains(
      float[] row,
      int offset,
      float[] target,
      float scale,
      float[] cover,
      int from,
      int to,
      float[] empty,
      float[] covered,
      int at) {
    float[] lanes = new float[LANES];
    float[] lanesCovered = new float[LANES];
    int full = to - (to - from) % LANES;
    for (int i = from; i < full; i += LANES) {
      for (int l = 0; l < LANES; l++) {
        float weight = row[offset + i + l] * target[i + l] * scale;
        float rise = weight - cover[i + l];
        lanes[l] += weight + Math.abs(weight);
        lanesCovered[l] += rise + Math.abs(rise);
      }
    }
    float sum = fold(lanes);
    float sumCovered = fold(lanesCovered);
    for (int i = full; i < to; i++) {
      float weight = row[offset + i] * target[i] * scale;
      float rise = weight - cover[i];
      sum += weight + Math.abs(weight);
      sumCovered += rise + Math.abs(rise);
    }
    empty[at] = 0.5f * sum;
    covered[at] = 0.5f * sumCovered;
  }

  @Override
  public boolean coverageUpdate(
      float[] row, int offset, float[] target, float scale, float[] cover, int from, int to) {
    boolean changed = false;
    for (int i = from; i < to; i++) {
      float weight = row[offset + i] * target[i] * scale;
      if (weight > cover[i]) {
        cover[i] = weight;
        changed = true;
      }
    }
    return changed;
  }

  /** The reduction tree. The array is used up. */
  private static float fold(float[] lanes) {
    for (int distance = LANES / 2; distance > 0; distance /= 2) {
      for (int l = 0; l < distance; l++) {
        lanes[l] += lanes[l + distance];
      }
    }
    return lanes[0];
  }
}
