package io.qcpruner.core.linalg;

/** The summation order of the kernels, written down as plainly as possible. */
public final class NaiveSums {

  /** The i-th term of a sum. */
  public interface Term {
    float at(int i);
  }

  private NaiveSums() {}

  public static float sum(int n, Term term) {
    float[] lanes = new float[16];
    int full = n / 16 * 16;
    for (int i = 0; i < full; i++) {
      lanes[i % 16] += term.at(i);
    }
    float sum = tree(lanes, 0, 1);
    for (int i = full; i < n; i++) {
      sum += term.at(i);
    }
    return sum;
  }

  /** Lanes first, first + step, ...: halves of the tree are the even and the odd members. */
  private static float tree(float[] lanes, int first, int step) {
    return step == 16
        ? lanes[first]
        : tree(lanes, first, 2 * step) + tree(lanes, first + step, 2 * step);
  }
}
