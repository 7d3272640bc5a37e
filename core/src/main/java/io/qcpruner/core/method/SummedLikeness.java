package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Likeness from the cosines of all candidates, which one frame has: a product with a mix is the
 * weighted sum of the products with its candidates, so no vector is touched again.
 */
final class SummedLikeness implements MixLikeness {

  private final Matrix cosines;
  private final double[] norms;

  /**
   * @param cosines of all candidates with each other
   * @param norms of the candidates, clamped
   */
  SummedLikeness(Matrix cosines, double[] norms) {
    this.cosines = cosines;
    this.norms = norms;
  }

  @Override
  public List<int[]> components(TokenMixes mixes, double above) {
    return LikeComponents.ofCosines(among(mixes), above);
  }

  @Override
  public Matrix among(TokenMixes mixes) {
    double[] scales = new double[mixes.size()];
    double[][] dots = new double[mixes.size()][];
    Lookup lookup = new Lookup(mixes);
    IntStream.range(0, mixes.size())
        .parallel()
        .forEach(
            m -> {
              double[] sum = new double[mixes.size()];
              int[] candidates = mixes.candidates().get(m);
              for (int i = 0; i < candidates.length; i++) {
                lookup.add(candidates[i], mixes.weights().get(m)[i] * norms[candidates[i]], sum);
              }
              dots[m] = sum;
              scales[m] = norm(sum[m]);
            });
    Matrix out = Matrix.zeros(mixes.size(), mixes.size());
    IntStream.range(0, mixes.size())
        .parallel()
        .forEach(
            m -> {
              for (int j = 0; j < scales.length; j++) {
                out.data()[out.offset(m) + j] = (float) (dots[m][j] / (scales[m] * scales[j]));
              }
              out.data()[out.offset(m) + m] = 1f;
            });
    return out;
  }

  @Override
  public int[] nearest(TokenMixes mixes) {
    Lookup lookup = new Lookup(mixes);
    double[][] dots = new double[norms.length][];
    IntStream.range(0, dots.length)
        .parallel()
        .forEach(
            i -> {
              dots[i] = new double[mixes.size()];
              lookup.add(i, norms[i], dots[i]);
            });
    double[] scales = new double[mixes.size()];
    for (int m = 0; m < scales.length; m++) {
      int[] candidates = mixes.candidates().get(m);
      double square = 0;
      for (int i = 0; i < candidates.length; i++) {
        square += mixes.weights().get(m)[i] * dots[candidates[i]][m];
      }
      scales[m] = norm(square);
    }
    int[] out = new int[norms.length];
    IntStream.range(0, out.length)
        .parallel()
        .forEach(i -> out[i] = best(dots[i], norms[i], scales));
    return out;
  }

  /** Cosines as floats, so that equal ones tie. */
  private static int best(double[] dots, double norm, double[] scales) {
    int best = 0;
    float most = Float.NEGATIVE_INFINITY;
    for (int m = 0; m < dots.length; m++) {
      float cosine = (float) (dots[m] / (norm * scales[m]));
      if (cosine > most) {
        best = m;
        most = cosine;
      }
    }
    return best;
  }

  private static double norm(double square) {
    return Math.max(Math.sqrt(Math.max(square, 0)), Kernels.MIN_NORM);
  }

  /** Which mix a candidate is in, and its weight there times its norm. */
  private final class Lookup {
    private final int[] mix = new int[norms.length];
    private final double[] weight = new double[norms.length];

    Lookup(TokenMixes mixes) {
      for (int m = 0; m < mixes.size(); m++) {
        int[] candidates = mixes.candidates().get(m);
        for (int i = 0; i < candidates.length; i++) {
          mix[candidates[i]] = m;
          weight[candidates[i]] = mixes.weights().get(m)[i] * norms[candidates[i]];
        }
      }
    }

    /** Adds a candidate's products with all mixes. */
    void add(int candidate, double scale, double[] sum) {
      int row = cosines.offset(candidate);
      for (int j = 0; j < mix.length; j++) {
        sum[mix[j]] += scale * weight[j] * cosines.data()[row + j];
      }
    }
  }
}
