package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Likeness from the mixes themselves: what several frames need, whose candidates are too many for
 * all their products. Bound by candidates x mixes x width multiplications.
 */
final class VectorLikeness implements MixLikeness {

  /** Rows whose cosines with all mixes are in memory at once. */
  private static final int BLOCK = 256;

  private final Matrix states;

  VectorLikeness(Matrix states) {
    this.states = states;
  }

  @Override
  public List<int[]> components(TokenMixes mixes, double above) {
    return LikeComponents.of(rows(mixes), above);
  }

  @Override
  public Matrix among(TokenMixes mixes) {
    return Kernels.cosine(rows(mixes));
  }

  @Override
  public int[] nearest(TokenMixes mixes) {
    Matrix rows = rows(mixes);
    int[] out = new int[states.rows()];
    for (int from = 0; from < out.length; from += BLOCK) {
      int first = from;
      int[] block = IntStream.range(from, Math.min(from + BLOCK, out.length)).toArray();
      Matrix cosines = Kernels.cosine(states, block, rows);
      IntStream.range(0, block.length)
          .parallel()
          .forEach(i -> out[first + i] = MixLikeness.best(cosines, i));
    }
    return out;
  }

  private Matrix rows(TokenMixes mixes) {
    Matrix out = Matrix.zeros(mixes.size(), states.cols());
    IntStream.range(0, mixes.size()).parallel().forEach(m -> write(mixes, m, out));
    return out;
  }

  private void write(TokenMixes mixes, int mix, Matrix out) {
    int[] candidates = mixes.candidates().get(mix);
    double[] sum = new double[states.cols()];
    for (int i = 0; i < candidates.length; i++) {
      int from = states.offset(candidates[i]);
      double weight = mixes.weights().get(mix)[i];
      for (int c = 0; c < sum.length; c++) {
        sum[c] += weight * states.data()[from + c];
      }
    }
    for (int c = 0; c < sum.length; c++) {
      out.data()[out.offset(mix) + c] = (float) sum[c];
    }
  }
}
