package io.qcpruner.core.linalg;

/** Runs kernels until the virtual machine has compiled them. */
final class KernelWarmUp {

  private static final int LENGTH = 512;
  private static final int CALLS = 200;
  private static final int ROWS = 4;

  /** For kernels of doubles, which take long before they are compiled. */
  private static final int SHORT = 64;

  /** Where compilation has not helped by then, it never will: an interpreter, say. */
  private static final long GIVE_UP_NANOS = 5_000_000_000L;

  private final float[] a = values(LENGTH * ROWS, 0.25f);
  private final float[] b = values(LENGTH * ROWS, 0.5f);
  private final float[] cover = values(LENGTH, 0.1f);
  private final float[] out = new float[ROWS];
  private final float[] square = new float[ROWS * ROWS];
  private final float[] more = new float[ROWS];
  private final double[] sigmoids = new double[SHORT];
  private final double[][] sums = new double[ROWS][SHORT];
  private final double[][] factors = new double[ROWS][ROWS];
  private final double[][] rows = new double[ROWS][SHORT];

  /** Keeps the compiler from dropping calls whose results nobody reads. */
  private float sink;

  private KernelWarmUp() {}

  /** Whether, after enough calls, the first kernels are faster than the second ones. */
  static boolean isFaster(KernelSupport first, KernelSupport second) {
    KernelWarmUp work = new KernelWarmUp();
    long start = System.nanoTime();
    long best = Long.MAX_VALUE;
    while (System.nanoTime() - start < GIVE_UP_NANOS) {
      best = Math.min(best, work.nanos(second));
      if (work.nanos(first) < best) {
        return true;
      }
    }
    return false;
  }

  private long nanos(KernelSupport kernels) {
    long start = System.nanoTime();
    for (int i = 0; i < CALLS; i++) {
      sink += kernels.sum(a, 0, LENGTH) + kernels.dot(a, 0, b, 0, LENGTH);
      kernels.dots(a, 0, b, 0, ROWS, LENGTH, out, 0);
      kernels.dots(a, 0, ROWS, b, 0, ROWS, LENGTH, square, 0, ROWS);
      kernels.sigmoids(a, 0, SHORT, sigmoids);
      kernels.addRows(sums, factors, rows, ROWS, 0, SHORT);
      sink += kernels.coverageGain(a, 0, b, 1f, cover, 0, LENGTH);
      kernels.coverageGains(a, 0, b, 1f, cover, 0, LENGTH, out, more, 0);
      kernels.coverageUpdate(a, LENGTH, b, 1f, cover, 0, LENGTH);
    }
    return System.nanoTime() - start;
  }

  private static float[] values(int n, float step) {
    float[] values = new float[n];
    for (int i = 0; i < n; i++) {
      values[i] = step * (i % 7);
    }
    return values;
  }
}
