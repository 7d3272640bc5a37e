package io.qcpruner.core.select;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import java.util.Arrays;
import java.util.Set;

/**
 * QCPruner-Early: visual-only choice before the decoder by the novelty of a token itself. QCPruner,
 * supplement, "QCPruner-Early Variant".
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>x_i</td><td>features row i</td></tr>
 * <tr><td>n_i, Q05, Q95</td><td>row norm and its percentiles, interpolated linearly</td></tr>
 * <tr><td>a_i</td><td>{@link #amplitudes}</td></tr>
 * <tr><td>cover_i</td><td>cover: largest clipped cosine to a pick</td></tr>
 * </table>
 *
 * <p>Not facility location: a score looks at the candidate's own cover only. The objective is the
 * sum of the scores.
 */
public record SelfNoveltySelector() implements Selector {

  private static final float AMPLITUDE_RANGE = 0.20f;
  private static final float EPSILON = 1e-6f;

  @Override
  public String name() {
    return "self-novelty";
  }

  @Override
  public String label() {
    return "Self-novelty";
  }

  @Override
  public Set<Part> needs() {
    return Set.of(Part.FEATURES);
  }

  @Override
  public Selection select(SelectorInput input, int k) {
    int n = input.tokens();
    if (k >= n) {
      return Selection.everything(n);
    }
    Matrix features = input.requireFeatures().requireFinite("features");
    float[] amplitudes = amplitudes(Kernels.rowNorms(features));
    return select(input.checkedCosine(), amplitudes, k);
  }

  /** Picks k rows of an [N, N] cosine matrix, {@code k < N}. */
  public static Selection select(Matrix cosine, float[] amplitudes, int k) {
    int n = cosine.rows();
    StepwisePicker picker = new StepwisePicker(n, KeepCount.checked(k));
    float[] scores = new float[n];
    float[] cover = new float[n];
    float[] ones = new float[n];
    Arrays.fill(ones, 1f);
    for (int j = 0; j < n; j++) {
      scores[j] = amplitudes[j] * Kernels.coverageGain(cosine, j, ones, 1f, cover);
    }
    while (true) {
      int pick = picker.pick(scores);
      if (picker.done()) {
        return picker.bySum();
      }
      Kernels.coverageUpdate(cosine, pick, ones, 1f, cover);
      for (int j = 0; j < n; j++) {
        scores[j] = Math.max(0, 1 - cover[j]) * amplitudes[j];
      }
    }
  }

  /** a_i: 1 for the smallest norms up to 1.2 for the largest. */
  public static float[] amplitudes(double[] norms) {
    double[] sorted = norms.clone();
    Arrays.sort(sorted);
    double low = percentile(sorted, 0.05);
    double range = percentile(sorted, 0.95) - low + EPSILON;
    float[] out = new float[norms.length];
    for (int i = 0; i < out.length; i++) {
      double place = Math.min(1, Math.max(0, (norms[i] - low) / range));
      out[i] = (float) (1 + AMPLITUDE_RANGE * place);
    }
    return out;
  }

  private static double percentile(double[] sorted, double p) {
    double position = (sorted.length - 1) * p;
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }
}
