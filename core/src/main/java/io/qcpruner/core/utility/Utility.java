package io.qcpruner.core.utility;

import io.qcpruner.core.linalg.Matrix;

/**
 * How much each visual token matters to the query. QCPruner, "Dual-Cue Query-Conditioned Utility
 * Estimation".
 *
 * <table>
 * <caption>Symbols</caption>
 * <tr><td>s^sim</td><td>anchorCosine, [m, N]</td></tr>
 * <tr><td>A</td><td>anchorAlignment, [m, N]</td></tr>
 * <tr><td>r^sim, r^attn</td><td>cueSim, cueAlign: {@link #bestOverRows}</td></tr>
 * <tr><td>Norm, epsilon</td><td>{@link MinMax#norm}, {@link MinMax#EPSILON}</td></tr>
 * <tr><td>u</td><td>utility</td></tr>
 * <tr><td>u-hat, rho</td><td>{@link #floor}, rho</td></tr>
 * </table>
 *
 * <p>The rows say what conditions the utility: the anchor positions, or all prompt positions for
 * the full-prompt variant.
 *
 * @param cueSim hidden-state cosine cue per token; empty when not used
 * @param cueAlign query-key alignment cue per token; empty when not used
 * @param utility the fused and normalised utility, in [0, 1)
 */
public record Utility(float[] cueSim, float[] cueAlign, float[] utility) {

  private static final float[] NONE = {};

  /** The utility from the cue matrices; one that {@code cues} does not use may be null. */
  public static Utility of(Matrix anchorCosine, Matrix anchorAlignment, Cues cues) {
    float[] sim = cues == Cues.ALIGNMENT ? NONE : bestOverRows("anchor cosine", anchorCosine);
    float[] align =
        cues == Cues.SIMILARITY ? NONE : bestOverRows("anchor alignment", anchorAlignment);
    return fuse(sim, align, cues);
  }

  /** The utility of the tokens {@code from <= i < to}, normalised among themselves. */
  public static Utility of(
      Matrix anchorCosine, Matrix anchorAlignment, Cues cues, int from, int to) {
    return of(columns(anchorCosine, from, to), columns(anchorAlignment, from, to), cues);
  }

  private static Matrix columns(Matrix m, int from, int to) {
    return m == null ? null : m.columns(from, to);
  }

  private static Utility fuse(float[] sim, float[] align, Cues cues) {
    if (cues == Cues.SIMILARITY) {
      return new Utility(sim, align, MinMax.norm(sim));
    }
    if (cues == Cues.ALIGNMENT) {
      return new Utility(sim, align, MinMax.norm(align));
    }
    if (sim.length != align.length) {
      throw new IllegalArgumentException(
          "cosine cue of " + sim.length + " tokens, alignment cue of " + align.length);
    }
    float[] a = MinMax.norm(sim);
    float[] b = MinMax.norm(align);
    float[] mean = new float[a.length];
    for (int i = 0; i < mean.length; i++) {
      mean[i] = (a[i] + b[i]) / 2;
    }
    return new Utility(sim, align, MinMax.norm(mean));
  }

  /** The largest value of each column: a token counts when any one anchor speaks for it. */
  public static float[] bestOverRows(String name, Matrix cue) {
    if (cue.rows() == 0) {
      throw new IllegalArgumentException(name + " has no anchor row");
    }
    cue.requireFinite(name);
    float[] best = cue.row(0);
    for (int j = 1; j < cue.rows(); j++) {
      for (int i = 0; i < best.length; i++) {
        best[i] = Math.max(best[i], cue.get(j, i));
      }
    }
    return best;
  }

  /** {@code rho + (1 - rho) * u}: contracts utility gaps; 0 leaves them, 1 removes them. */
  public static float[] floor(float[] utility, float rho) {
    requireRho(rho);
    float[] out = new float[utility.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = rho + (1 - rho) * utility[i];
    }
    return out;
  }

  public static void requireRho(float rho) {
    if (!(rho >= 0 && rho <= 1)) {
      throw new IllegalArgumentException("utility floor rho must be in [0, 1], not " + rho);
    }
  }
}
