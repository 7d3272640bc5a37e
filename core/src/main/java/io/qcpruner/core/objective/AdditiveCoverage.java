package io.qcpruner.core.objective;

import io.qcpruner.core.linalg.Matrix;
import java.util.Arrays;

/**
 * Text and vision coverage added up. MMTok, "Multimodal Coverage Maximization for Efficient Token
 * Pruning"; facility location with text rows and visual rows as targets.
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>P[t][i]</td><td>softmax over tokens of textCosine / textTemperature, divided by m</td></tr>
 * <tr><td>Q[i][j]</td><td>softmax over tokens of visualCosine / visualTemperature, divided by n</td></tr>
 * <tr><td>B = [P; alpha Q]</td><td>{@link #targets}, rows are targets</td></tr>
 * </table>
 *
 * @param alpha weight of the visual part
 * @param textTemperature tau_tv
 * @param visualTemperature tau_vv
 */
public record AdditiveCoverage(float alpha, float textTemperature, float visualTemperature) {

  /** The setting for LLaVA. */
  public static final AdditiveCoverage LLAVA = new AdditiveCoverage(0.5f, 0.02f, 0.2f);

  /** The setting for Qwen2.5-VL. */
  public static final AdditiveCoverage QWEN = new AdditiveCoverage(0.5f, 0.01f, 0.2f);

  public AdditiveCoverage {
    requirePositive("alpha", alpha);
    requirePositive("text temperature", textTemperature);
    requirePositive("visual temperature", visualTemperature);
  }

  /**
   * B, [m + n, n].
   *
   * @param textCosine [m, n] cosine of text rows and tokens
   * @param visualCosine [n, n] cosine of tokens
   */
  public Matrix targets(Matrix textCosine, Matrix visualCosine) {
    int n = visualCosine.cols();
    int m = textCosine.rows();
    if (textCosine.cols() != n || visualCosine.rows() != n) {
      throw new IllegalArgumentException(
          "text cosine of " + textCosine.cols() + " tokens, visual cosine of " + n);
    }
    Matrix b = Matrix.zeros(m + n, n);
    for (int t = 0; t < m; t++) {
      softmax(textCosine, t, textTemperature, 1f / m, b, t);
    }
    for (int i = 0; i < n; i++) {
      softmax(visualCosine, i, visualTemperature, alpha / n, b, m + i);
    }
    return b;
  }

  /**
   * Picks k tokens.
   *
   * @param targets B
   * @param eligible ascending indices of the tokens that may be picked, at least k
   */
  public Picks select(Matrix targets, int[] eligible, int k) {
    Matrix byCandidate = targets.transposed().selectRows(eligible);
    FacilityLocation objective =
        new FacilityLocation(
            new DenseRows(byCandidate), ones(byCandidate.cols()), ones(byCandidate.rows()));
    Picks picks = new LazyGreedy().maximize(objective, k);
    int[] order = Arrays.stream(picks.order()).map(i -> eligible[i]).toArray();
    return new Picks(order, picks.gains(), picks.cover(), picks.objective(), picks.evaluations());
  }

  private static void softmax(
      Matrix cosine, int row, float temperature, float scale, Matrix out, int outRow) {
    int n = cosine.cols();
    float max = Float.NEGATIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      max = Math.max(max, cosine.get(row, i));
    }
    double sum = 0;
    int base = out.offset(outRow);
    for (int i = 0; i < n; i++) {
      // StrictMath: Math.exp may differ between machines
      double e = StrictMath.exp((cosine.get(row, i) - max) / (double) temperature);
      out.data()[base + i] = (float) e;
      sum += e;
    }
    for (int i = 0; i < n; i++) {
      out.data()[base + i] = (float) (out.data()[base + i] / sum * scale);
    }
  }

  private static float[] ones(int n) {
    float[] ones = new float[n];
    Arrays.fill(ones, 1f);
    return ones;
  }

  private static void requirePositive(String name, float value) {
    if (!(value > 0 && value < Float.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("MMTok " + name + " must be positive, not " + value);
    }
  }
}
