package io.qcpruner.core.linalg;

import java.util.Arrays;

/**
 * Eigenvectors of the largest eigenvalues of a symmetric matrix, most of which lead nowhere: block
 * Lanczos with full orthogonalisation (Golub and Van Loan, "Matrix Computations", chapter 10). It
 * has to prove that every vector is exact; where it can't, or where eigenvalues do not stand apart
 * and vectors are a choice, {@link SymmetricEigen} decides.
 *
 * @param values largest first
 * @param vectors the unit vector of each, sign free
 */
public record LeadingVectors(double[] values, double[][] vectors) {

  /** Smaller matrices are not worth it. */
  private static final int MIN_SIZE = 256;

  /** A basis with a larger share of the matrix costs as much as the whole decomposition. */
  private static final double LARGEST_BASIS = 0.4;

  /** Relative to the largest eigenvalue, as in {@link SymmetricEigen}. */
  private static final double APART = 1e-6;

  /** Angle between a vector and the true one, far below what a float holds. */
  private static final double ANGLE = 1e-9;

  /**
   * @param a the matrix, row-major; may be destroyed
   */
  public static LeadingVectors of(double[][] a, int wanted) {
    LeadingVectors found = lanczos(a, wanted);
    return found != null ? found : direct(a, wanted);
  }

  /** By the whole decomposition. */
  static LeadingVectors direct(double[][] a, int wanted) {
    SymmetricEigen eigen = new SymmetricEigen(a, wanted);
    int[] order = eigen.largest(wanted);
    double[] values = Arrays.stream(order).mapToDouble(eigen::value).toArray();
    return new LeadingVectors(values, eigen.vectors(order));
  }

  /** Null where it does not come to an end. */
  static LeadingVectors lanczos(double[][] a, int wanted) {
    int capacity = (int) (a.length * LARGEST_BASIS);
    int check = wanted * 12 / 5 + 10 * KrylovBasis.BLOCK; // spectra that fall need about this
    if (a.length < MIN_SIZE || wanted == 0 || check > capacity) {
      return null;
    }
    KernelSupport support = Kernels.support();
    KrylovBasis basis = new KrylovBasis(support, a, capacity);
    Progress progress = new Progress(capacity);
    while (basis.grow()) {
      if (basis.size() < check) {
        continue;
      }
      Ritz ritz = new Ritz(basis, wanted);
      if (ritz.isExact()) {
        return ritz.vectors(support);
      }
      check = progress.nextCheck(basis.size(), ritz.excess());
      if (ritz.isTied() || check > capacity) {
        return null;
      }
    }
    return null;
  }

  /** Foretells from the last two checks how large the basis has to be. */
  private static final class Progress {
    private final int capacity;
    private int lastSize;
    private double lastExcess;

    Progress(int capacity) {
      this.capacity = capacity;
    }

    /** More than the capacity where the end is not in sight. */
    int nextCheck(int size, double excess) {
      int step = size / 10;
      if (lastSize > 0) {
        double perVector = (lastExcess - excess) / (size - lastSize);
        // the larger the basis, the faster it gains
        double missing = perVector > 0 ? 0.6 * excess / perVector : capacity;
        if (size + missing > capacity) {
          return capacity + 1;
        }
        step = (int) Math.max(size / 16, Math.min(size / 3, missing));
      }
      lastSize = size;
      lastExcess = excess;
      return size + step;
    }
  }

  /** Eigenvectors of the matrix in the basis, and how far they are from true ones. */
  private static final class Ritz {
    private final KrylovBasis basis;
    private final int wanted;
    private final double[] values;
    private final double[][] shares;
    private final double[] residuals;

    Ritz(KrylovBasis basis, int wanted) {
      this.basis = basis;
      this.wanted = wanted;
      LeadingVectors small = direct(basis.inBasis(), wanted + 1); // the next bounds the last gap
      values = small.values;
      shares = small.vectors;
      residuals = Arrays.stream(shares).mapToDouble(this::residual).toArray();
    }

    /** The image of a vector leaves the basis through its last block alone. */
    private double residual(double[] share) {
      int first = basis.size() - KrylovBasis.BLOCK;
      double[][] coupling = basis.coupling();
      double sum = 0;
      for (int b = 0; b < KrylovBasis.BLOCK; b++) {
        double out = 0;
        for (int c = b; c < KrylovBasis.BLOCK; c++) {
          out += coupling[c][b] * share[first + c];
        }
        sum += out * out;
      }
      return Math.sqrt(sum);
    }

    private double gap(int i) {
      return values[i] - values[i + 1];
    }

    /** Whether two eigenvalues that are known well enough do not stand apart. */
    boolean isTied() {
      for (int i = 0; i < wanted; i++) {
        double known = APART * values[0];
        if (residuals[i] < known && residuals[i + 1] < known && !(gap(i) > known)) {
          return true;
        }
      }
      return false;
    }

    /** Logarithm of how much the worst angle is too large. */
    double excess() {
      double worst = 1;
      for (int i = 0; i < wanted; i++) {
        worst = Math.max(worst, residuals[i] / (ANGLE * Math.max(apart(i), APART * values[0])));
      }
      return Math.log(worst);
    }

    private double apart(int i) {
      return Math.min(gap(i), i == 0 ? gap(i) : gap(i - 1));
    }

    boolean isExact() {
      for (int i = 0; i < wanted; i++) {
        if (!(apart(i) > APART * values[0] && residuals[i] <= ANGLE * apart(i))) {
          return false;
        }
      }
      return residuals[wanted] <= gap(wanted - 1) / 8;
    }

    LeadingVectors vectors(KernelSupport support) {
      int n = basis.rows()[0].length;
      double[][] out = new double[wanted][n];
      RowSums.add(support, out, Arrays.copyOf(shares, wanted), basis.rows(), basis.size(), n);
      return new LeadingVectors(Arrays.copyOf(values, wanted), out);
    }
  }
}
