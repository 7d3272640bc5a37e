package io.qcpruner.core.linalg;

/** Solves (T - value) x = b for a tridiagonal T, by elimination with exchange of rows. */
final class ShiftedSolver {
  private final int n;

  /** The upper triangle: three numbers of each row, from its diagonal on. */
  private final double[] u0;

  private final double[] u1;
  private final double[] u2;

  /** What row i + 1 loses of row i, after the exchange. */
  private final double[] factor;

  private final boolean[] exchanged;

  ShiftedSolver(double[] diagonal, double[] beside, double value) {
    n = diagonal.length;
    u0 = new double[n];
    u1 = new double[n];
    u2 = new double[n];
    factor = new double[n];
    exchanged = new boolean[n];
    double size = Math.abs(value);
    for (int i = 0; i < n; i++) {
      size = Math.max(size, Math.max(Math.abs(diagonal[i]), Math.abs(beside[i])));
    }
    double tiny = Math.max(size, Double.MIN_NORMAL) * Math.ulp(1.0);
    double here = diagonal[0] - value;
    double right = n > 1 ? beside[0] : 0;
    for (int i = 0; i + 1 < n; i++) {
      double below = beside[i];
      double next = diagonal[i + 1] - value;
      double nextRight = i + 2 < n ? beside[i + 1] : 0;
      exchanged[i] = Math.abs(below) > Math.abs(here);
      if (exchanged[i]) {
        u0[i] = below;
        u1[i] = next;
        u2[i] = nextRight;
        factor[i] = here / below;
        here = right - factor[i] * next;
        right = -factor[i] * nextRight;
      } else {
        u0[i] = here == 0 ? tiny : here;
        u1[i] = right;
        factor[i] = below / u0[i];
        here = next - factor[i] * right;
        right = nextRight;
      }
    }
    u0[n - 1] = Math.abs(here) < tiny ? Math.copySign(tiny, here) : here;
  }

  /** Replaces b by x. */
  void solve(double[] b) {
    for (int i = 0; i + 1 < n; i++) {
      if (exchanged[i]) {
        double swapped = b[i];
        b[i] = b[i + 1];
        b[i + 1] = swapped;
      }
      b[i + 1] -= factor[i] * b[i];
    }
    for (int i = n - 1; i >= 0; i--) {
      double sum = b[i];
      if (i + 1 < n) {
        sum -= u1[i] * b[i + 1];
      }
      if (i + 2 < n) {
        sum -= u2[i] * b[i + 2];
      }
      b[i] = sum / u0[i];
    }
  }
}
