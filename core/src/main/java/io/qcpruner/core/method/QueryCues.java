package io.qcpruner.core.method;

import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.TraceBuilder;
import io.qcpruner.core.signal.Signals;
import io.qcpruner.core.utility.Cues;
import io.qcpruner.core.utility.Utility;

/**
 * The cue matrices of one sequence, and the utility of its parts. Cues are normalised inside a
 * part, because each part is a selection problem of its own. What was computed is left in the
 * trace.
 */
final class QueryCues {

  private final Matrix cosine;
  private final Matrix alignment;
  private final Cues cues;

  /** Per candidate, filled part by part. */
  private final float[] sim;

  private final float[] align;
  private final float[] utility;

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
    int[] rows = needsCosine || needsAlignment ? rows(signals, parameters) : new int[0];
    QueryCues out =
        new QueryCues(
            needsCosine ? signals.textCosine(rows).requireFinite("text cosine") : null,
            needsAlignment ? signals.textAlignment(rows).requireFinite("text alignment") : null,
            parameters.cues(),
            signals.layout().candidates().length);
    trace.cues(out.sim, out.align);
    if (parameters.usesUtility()) {
      trace.utility(out.utility);
    }
    return out;
  }

  private static int[] rows(Signals signals, QcPruner.Parameters parameters) {
    int[] rows = parameters.conditioning().rows(signals);
    if (rows.length == 0) {
      throw new IllegalArgumentException("no text row speaks for the query");
    }
    return rows;
  }

  /** The utility of a part's members. */
  float[] utility(int[] part) {
    Utility of =
        Utility.of(
            cosine == null ? null : columns(cosine, part),
            alignment == null ? null : columns(alignment, part),
            cues);
    scatter(of.cueSim(), part, sim);
    scatter(of.cueAlign(), part, align);
    scatter(of.utility(), part, utility);
    return of.utility();
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
