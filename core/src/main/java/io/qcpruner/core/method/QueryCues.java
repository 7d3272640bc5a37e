package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.utility.Cues;
import io.qcpruner.core.utility.Utility;
import java.util.Arrays;

/**
 * The cue matrices of one sequence, and the utility of its parts. Cues are normalised inside a
 * part, because each part is a selection problem of its own, or over the whole sample. Without any
 * text the utility is uniform. What was computed is left in the trace.
 */
final class QueryCues {

  private final Matrix cosine;
  private final Matrix alignment;
  private final Cues cues;

  /** Per candidate, filled part by part. */
  private final float[] sim;

  private final float[] align;
  private final float[] utility;

  /** Normalised over all candidates; null when each part is normalised on its own. */
  private Utility whole;

  private QueryCues(Matrix cosine, Matrix alignment, Cues cues, int candidates) {
    this.cosine = cosine;
    this.alignment = alignment;
    this.cues = cues;
    this.sim = new float[cosine == null ? 0 : candidates];
    this.align = new float[alignment == null ? 0 : candidates];
    this.utility = new float[candidates];
  }

  static QueryCues read(Signals signals, QcPruner.Parameters parameters, TraceBuilder trace) {
    boolean needsCosine =
        parameters.usesText() || parameters.usesUtility() && parameters.cues() != Cues.ALIGNMENT;
    boolean needsAlignment = parameters.usesUtility() && parameters.cues() != Cues.SIMILARITY;
    int[] rows =
        needsCosine || needsAlignment ? parameters.conditioning().rows(signals) : new int[0];
    boolean silent = rows.length == 0;
    if (silent && parameters.usesText()) {
      throw new PruningRefusedException("no text row represents the query");
    }
    QueryCues out =
        new QueryCues(
            needsCosine && !silent ? signals.textCosine(rows).requireFinite("text cosine") : null,
            needsAlignment && !silent
                ? signals.textAlignment(rows).requireFinite("text alignment")
                : null,
            parameters.cues(),
            signals.layout().candidates().length);
    if (parameters.usesUtility()) {
      // a selector that reads the text cosine itself has no cues
      trace.cues(out.sim, out.align);
      trace.utility(out.utility);
      if (silent) {
        trace.note("no text represents the query: utility is uniform");
      } else if (parameters.normalization() == CueNormalization.SAMPLE) {
        out.whole = Utility.of(out.cosine, out.alignment, out.cues);
      }
    }
    return out;
  }

  /** The utility of a part's members. */
  float[] utility(int[] part) {
    if (cosine == null && alignment == null) {
      float[] uniform = new float[part.length];
      Arrays.fill(uniform, 1);
      scatter(uniform, part, utility);
      return uniform;
    }
    Utility of = whole == null ? ofPart(part) : gathered(whole, part);
    scatter(of.cueSim(), part, sim);
    scatter(of.cueAlign(), part, align);
    scatter(of.utility(), part, utility);
    return of.utility();
  }

  private static Utility gathered(Utility all, int[] part) {
    return new Utility(
        gathered(all.cueSim(), part),
        gathered(all.cueAlign(), part),
        gathered(all.utility(), part));
  }

  private static float[] gathered(float[] values, int[] part) {
    float[] out = new float[values.length == 0 ? 0 : part.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = values[part[i]];
    }
    return out;
  }

  private Utility ofPart(int[] part) {
    return Utility.of(
        cosine == null ? null : columns(cosine, part),
        alignment == null ? null : columns(alignment, part),
        cues);
  }

  /** [m, part] cosines of text rows and a part's members. */
  Matrix textCosine(int[] part) {
    return columns(cosine, part);
  }

  private static Matrix columns(Matrix m, int[] part) {
    Matrix out = Matrix.zeros(m.rows(), part.length);
    for (int r = 0; r < m.rows(); r++) {
      for (int i = 0; i < part.length; i++) {
        out.data()[out.offset(r) + i] = m.get(r, part[i]);
      }
    }
    return out;
  }

  private static void scatter(float[] values, int[] part, float[] out) {
    for (int i = 0; i < values.length; i++) {
      out[part[i]] = values[i];
    }
  }
}
