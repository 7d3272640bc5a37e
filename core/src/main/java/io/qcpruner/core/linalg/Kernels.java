package io.qcpruner.core.linalg;

import java.util.Arrays;
import java.util.List;

/**
 * Argument checks and whole-matrix loops over the kernels picked at start. Results have the same
 * bits on every machine and SIMD width.
 */
public final class Kernels {

  /** Norms below this count as this, so a zero row has cosine 0 with everything. */
  public static final double MIN_NORM = 1e-8;

  private static final KernelChoice CHOICE = choose();

  private Kernels() {}

  private static KernelChoice choose() {
    KernelSupport preferred = KernelProvider.pick();
    boolean atOnce = KernelProvider.isForced() || preferred instanceof ScalarKernels;
    return new KernelChoice(preferred, atOnce ? preferred : new ScalarKernels());
  }

  /** The kernels that serve now: scalar ones until the vector code is compiled, same bits. */
  public static KernelSupport support() {
    return CHOICE.current();
  }

  /** Name of the kernels that serve once they are compiled. */
  public static String preferredName() {
    return CHOICE.preferred().name();
  }

  /**
   * Compiles the kernels, most of a second of one core the first time: for a spare thread while a
   * model is at work, or before something is timed. Without it that happens by itself later.
   */
  public static void warmUp() {
    CHOICE.warmUp();
  }

  /** Every implementation this virtual machine can load, scalar first; for tests and benchmarks. */
  public static List<KernelSupport> supports() {
    return KernelProvider.all();
  }

  public static float dot(float[] a, float[] b) {
    requireSame("lengths", a.length, b.length);
    return support().dot(a, 0, b, 0, a.length);
  }

  /** Dot product of two rows. */
  public static float dot(Matrix a, int rowA, Matrix b, int rowB) {
    requireSame("columns", a.cols(), b.cols());
    return support().dot(a.data(), a.offset(rowA), b.data(), b.offset(rowB), a.cols());
  }

  /** The squared distance of two rows, in doubles. */
  public static double squaredDistance(Matrix x, int a, int b) {
    return support().squaredDistance(x.data(), x.offset(a), x.data(), x.offset(b), x.cols());
  }

  /** Euclidean norm of each row, not clamped. */
  public static double[] rowNorms(Matrix x) {
    double[] norms = new double[x.rows()];
    KernelSupport kernels = support();
    for (int i = 0; i < norms.length; i++) {
      norms[i] = norm(kernels, x, i);
    }
    return norms;
  }

  /** [a.rows, b.rows] dot products of the rows of a with the rows of b. */
  public static Matrix dots(Matrix a, Matrix b) {
    requireSame("columns", a.cols(), b.cols());
    Matrix out = Matrix.zeros(a.rows(), b.rows());
    Cosines.dots(support(), a, b, out);
    return out;
  }

  /** [N, N] dot products of the rows with each other. */
  public static Matrix dots(Matrix x) {
    return Cosines.dots(support(), x);
  }

  /** [a.rows, b.rows] cosines of the rows of a with the rows of b. */
  public static Matrix cosine(Matrix a, Matrix b) {
    Matrix out = dots(a, b);
    double[] normA = clampedNorms(a);
    double[] normB = clampedNorms(b);
    for (int i = 0; i < a.rows(); i++) {
      Cosines.scaleRow(out.data(), out.offset(i), b.rows(), normA[i], normB, 0);
    }
    return out;
  }

  /** [rows.length, b.rows] cosines of some rows of a with the rows of b. */
  public static Matrix cosine(Matrix a, int[] rows, Matrix b) {
    requireSame("columns", a.cols(), b.cols());
    return Cosines.some(support(), a, rows, b, clampedNorms(b));
  }

  /** [N, N] cosines of the rows with each other; symmetric, diagonal exactly 1. */
  public static Matrix cosine(Matrix x) {
    return Cosines.self(support(), x, clampedNorms(x));
  }

  /**
   * Cosines of one row of x with the {@code count} rows from {@code first}, as {@link
   * #cosine(Matrix)} has them.
   *
   * @param norms {@link #clampedNorms} of x
   */
  public static void cosines(
      Matrix x, double[] norms, int row, int first, int count, float[] out, int outOffset) {
    support()
        .dots(x.data(), x.offset(row), x.data(), x.offset(first), count, x.cols(), out, outOffset);
    Cosines.scaleRow(out, outOffset, count, norms[row], norms, first);
    if (first <= row && row < first + count) {
      out[outOffset + row - first] = 1f;
    }
  }

  /**
   * Each row through the sigmoid, minus the mean of what comes out: sums of a row run from its
   * first number to its last, in doubles.
   */
  public static Matrix centredSigmoids(Matrix x) {
    return CentredSigmoids.of(support(), x);
  }

  /** Row norms, at least {@link #MIN_NORM}. */
  public static double[] clampedNorms(Matrix x) {
    double[] norms = new double[x.rows()];
    KernelSupport kernels = support();
    for (int i = 0; i < norms.length; i++) {
      norms[i] = clampedNorm(kernels, x, i, i);
    }
    return norms;
  }

  /**
   * @param name what a message calls the row
   */
  static double clampedNorm(KernelSupport kernels, Matrix x, int row, int name) {
    double norm = norm(kernels, x, row);
    if (!Double.isFinite(norm)) {
      throw new IllegalArgumentException("row " + name + " has the norm " + norm);
    }
    return Math.max(norm, MIN_NORM);
  }

  private static double norm(KernelSupport kernels, Matrix x, int row) {
    int offset = x.offset(row);
    return Math.sqrt(kernels.dot(x.data(), offset, x.data(), offset, x.cols()));
  }

  /**
   * What a candidate adds to the coverage: sum over i of {@code max(0, row_i * target_i * scale -
   * cover_i)}, where row is one row of {@code affinity}.
   */
  public static float coverageGain(
      Matrix affinity, int row, float[] target, float scale, float[] cover) {
    requireSame("targets", affinity.cols(), target.length);
    requireSame("targets", affinity.cols(), cover.length);
    return support()
        .coverageGain(affinity.data(), affinity.offset(row), target, scale, cover, 0, cover.length);
  }

  /** Raises the cover to {@code row_i * target_i * scale} where that is larger. */
  public static void coverageUpdate(
      Matrix affinity, int row, float[] target, float scale, float[] cover) {
    requireSame("targets", affinity.cols(), target.length);
    requireSame("targets", affinity.cols(), cover.length);
    support()
        .coverageUpdate(
            affinity.data(), affinity.offset(row), target, scale, cover, 0, cover.length);
  }

  /**
   * Indices of the k largest scores, largest first; of equal scores the lower index comes first.
   * NaN is refused.
   */
  public static int[] topK(float[] scores, int k) {
    if (k < 0 || k > scores.length) {
      throw new IllegalArgumentException("top " + k + " of " + scores.length + " scores");
    }
    for (int i = 0; i < scores.length; i++) {
      if (Float.isNaN(scores[i])) {
        throw new IllegalArgumentException("score " + i + " is NaN");
      }
    }
    long[] keys = new long[scores.length];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = ScoreKey.of(scores[i], i);
    }
    Arrays.sort(keys);
    int[] top = new int[k];
    for (int r = 0; r < k; r++) {
      top[r] = ScoreKey.index(keys[r]);
    }
    return top;
  }

  /**
   * One Fast-MAP step on the kernel {@code L_ij = quality_i * similarity_ij * quality_j}: fills
   * {@code factors[count]}, lowers the residuals and marks the pick with minus infinity.
   */
  public static void logDetUpdate(
      Matrix similarity,
      float[] quality,
      int pick,
      double[][] factors,
      int count,
      double[] residual) {
    requireSame("tokens", similarity.cols(), quality.length);
    requireSame("tokens", residual.length, quality.length);
    requireSame("tokens", factors[count].length, quality.length);
    LogDet.update(similarity, quality, pick, factors, count, residual);
  }

  private static void requireSame(String what, int a, int b) {
    if (a != b) {
      throw new IllegalArgumentException("different numbers of " + what + ": " + a + " and " + b);
    }
  }
}
