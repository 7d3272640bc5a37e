package io.qcpruner.core.method;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.Signals;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Which rows after the visual span rate the patches in SparseVLM, as offsets from its end: the
 * offsets stay the same at all stages.
 */
public enum Raters {
  /** Suffix rows whose input embedding draws more than its share of the patches, as published. */
  EMBEDDING(Set.of(Signal.INPUT_VISUAL, Signal.INPUT_SUFFIX)) {
    @Override
    int[] offsets(Signals signals) {
      return aboveMean(
          shares(
              signals.get(Signal.INPUT_VISUAL).requireFinite("input visual"),
              signals.get(Signal.INPUT_SUFFIX).requireFinite("input suffix")));
    }
  },

  /** Query anchors after the visual span; without any, as {@link #EMBEDDING}. */
  ANCHORS(Set.of(Signal.INPUT_VISUAL, Signal.INPUT_SUFFIX)) {
    @Override
    int[] offsets(Signals signals) {
      int start = signals.layout().suffixStart();
      int[] offsets =
          Arrays.stream(signals.anchorRows()).filter(r -> r >= start).map(r -> r - start).toArray();
      return offsets.length > 0 ? offsets : EMBEDDING.offsets(signals);
    }
  },

  /** Every suffix row. */
  ALL_TEXT(Set.of()) {
    @Override
    int[] offsets(Signals signals) {
      TokenLayout layout = signals.layout();
      return Indices.range(layout.size() - layout.suffixStart());
    }
  };

  private final Set<Signal> needs;

  Raters(Set<Signal> needs) {
    this.needs = needs;
  }

  abstract int[] offsets(Signals signals);

  Set<Signal> needs() {
    return needs;
  }

  /** R_j: mean over patches of the softmax over text rows of the raw dot products. */
  static float[] shares(Matrix visual, Matrix suffix) {
    Matrix dots = Kernels.dots(visual, suffix);
    double[] mean = new double[suffix.rows()];
    for (int i = 0; i < dots.rows(); i++) {
      float[] row = dots.row(i);
      double top = Double.NEGATIVE_INFINITY;
      for (float value : row) {
        top = Math.max(top, value);
      }
      double sum = 0;
      double[] e = new double[row.length];
      for (int j = 0; j < row.length; j++) {
        e[j] = StrictMath.exp(row[j] - top);
        sum += e[j];
      }
      for (int j = 0; j < row.length; j++) {
        mean[j] += e[j] / sum;
      }
    }
    float[] out = new float[mean.length];
    for (int j = 0; j < out.length; j++) {
      out[j] = (float) (mean[j] / dots.rows());
    }
    return out;
  }

  /** Strictly above the mean; all of them when none is. */
  private static int[] aboveMean(float[] shares) {
    double mean = 0;
    for (float share : shares) {
      mean += share;
    }
    double limit = (float) (mean / shares.length);
    int[] above = IntStream.range(0, shares.length).filter(j -> shares[j] > limit).toArray();
    return above.length > 0 ? above : Indices.range(shares.length);
  }
}
