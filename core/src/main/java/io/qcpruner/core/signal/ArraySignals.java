package io.qcpruner.core.signal;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.linalg.Matrix;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Signals held in arrays, for tests and for library users with an engine of their own. Row-wise
 * signals are given for all rows of the sequence: {@link Signal#VISUAL_COSINE} as [N, N], {@link
 * Signal#TEXT_COSINE}, {@link Signal#TEXT_ALIGNMENT}, {@link Signal#ATTENTION}, {@link
 * Signal#ATTENTION_PEAKS} and {@link Signal#UNMASKED_PEAKS} as [n, N] with one row for each
 * sequence row (rows that are never asked for may hold anything).
 */
public final class ArraySignals implements Signals {

  private final TokenLayout layout;
  private final TokenLayout unpruned;
  private final VisionLayout vision;
  private final Map<Signal, Matrix> matrices;
  private final Map<LayerSignal, Matrix> ofLayers;
  private final int[] anchorRows;
  private final int unprunedCandidates;

  /** A signal of one layer of the tower. */
  private record LayerSignal(Signal signal, int layer) {}

  private ArraySignals(Builder builder) {
    layout = builder.layout;
    unpruned = builder.unpruned;
    vision = builder.vision;
    matrices = Collections.unmodifiableMap(new EnumMap<>(builder.matrices));
    ofLayers = Map.copyOf(builder.ofLayers);
    anchorRows = builder.anchorRows;
    unprunedCandidates = builder.unprunedCandidates;
  }

  /** For methods that act on the sequence. */
  public static Builder of(TokenLayout layout) {
    return new Builder(layout, null);
  }

  /** For methods that act on the tower's output. */
  public static Builder of(VisionLayout vision) {
    return new Builder(null, vision);
  }

  /** A builder that starts from these signals. */
  public Builder toBuilder() {
    Builder builder = new Builder(layout, vision);
    builder.matrices.putAll(matrices);
    builder.ofLayers.putAll(ofLayers);
    builder.anchorRows = anchorRows;
    builder.unprunedCandidates = unprunedCandidates;
    builder.unpruned = unpruned;
    return builder;
  }

  @Override
  public TokenLayout layout() {
    return require(layout, "a token layout");
  }

  @Override
  public TokenLayout unprunedLayout() {
    return unpruned == null ? layout() : unpruned;
  }

  @Override
  public int unprunedCandidates() {
    return unprunedCandidates >= 0 ? unprunedCandidates : layout().candidates().length;
  }

  @Override
  public VisionLayout vision() {
    return require(vision, "a vision layout");
  }

  @Override
  public Matrix get(Signal signal) {
    return require(matrices.get(signal), "signal " + signal);
  }

  /** A signal that was given without a layer holds for every layer. */
  @Override
  public Matrix get(Signal signal, int towerLayer) {
    Matrix own = ofLayers.get(new LayerSignal(signal, towerLayer));
    return own == null ? get(signal) : own;
  }

  @Override
  public Matrix visualCosine(int[] candidates) {
    Matrix all = get(Signal.VISUAL_COSINE);
    Matrix out = Matrix.zeros(candidates.length, candidates.length);
    for (int i = 0; i < candidates.length; i++) {
      for (int j = 0; j < candidates.length; j++) {
        out.data()[out.offset(i) + j] = all.get(candidates[i], candidates[j]);
      }
    }
    return out;
  }

  @Override
  public Matrix textCosine(int[] rows) {
    return get(Signal.TEXT_COSINE).selectRows(rows);
  }

  @Override
  public Matrix textAlignment(int[] rows) {
    return get(Signal.TEXT_ALIGNMENT).selectRows(rows);
  }

  @Override
  public Matrix attention(int[] rows) {
    return get(Signal.ATTENTION).selectRows(rows);
  }

  @Override
  public Matrix nextAttention(int[] rows, boolean rotated) {
    return get(Signal.NEXT_ATTENTION).selectRows(rows);
  }

  @Override
  public Matrix attentionPeaks(int[] rows) {
    Matrix peaks = get(Signal.ATTENTION_PEAKS).selectRows(rows);
    Matrix sums = Matrix.zeros(1, peaks.cols());
    for (int i = 0; i < peaks.cols(); i++) {
      double sum = 0;
      for (int r = 0; r < peaks.rows(); r++) {
        sum += peaks.get(r, i);
      }
      sums.data()[i] = (float) sum;
    }
    return sums;
  }

  @Override
  public Matrix unmaskedPeaks(int[] rows) {
    Matrix peaks = get(Signal.UNMASKED_PEAKS).selectRows(rows);
    Matrix largest = Matrix.zeros(1, peaks.cols());
    for (int r = 0; r < peaks.rows(); r++) {
      for (int i = 0; i < peaks.cols(); i++) {
        largest.data()[i] = r == 0 ? peaks.get(0, i) : Math.max(largest.data()[i], peaks.get(r, i));
      }
    }
    return largest;
  }

  @Override
  public int[] anchorRows() {
    return anchorRows.clone();
  }

  private static <T> T require(T value, String what) {
    if (value == null) {
      throw new IllegalArgumentException(what + " was asked for but not given");
    }
    return value;
  }

  /** Collects the signals of one sequence. */
  public static final class Builder {
    private final TokenLayout layout;
    private VisionLayout vision;
    private final Map<Signal, Matrix> matrices = new EnumMap<>(Signal.class);
    private final Map<LayerSignal, Matrix> ofLayers = new HashMap<>();
    private int[] anchorRows = {};
    private int unprunedCandidates = -1;
    private TokenLayout unpruned;

    private Builder(TokenLayout layout, VisionLayout vision) {
      this.layout = layout;
      this.vision = vision;
    }

    public Builder vision(VisionLayout value) {
      vision = value;
      return this;
    }

    public Builder with(Signal signal, Matrix matrix) {
      matrices.put(signal, matrix);
      return this;
    }

    /** The signal of one layer of the tower. */
    public Builder with(Signal signal, int towerLayer, Matrix matrix) {
      ofLayers.put(new LayerSignal(signal, towerLayer), matrix);
      return this;
    }

    public Builder without(Signal signal) {
      matrices.remove(signal);
      return this;
    }

    public Builder with(Signal signal, float[]... rows) {
      return with(signal, Matrix.of(rows));
    }

    /**
     * A row-wise text signal that is known for some rows only; the others become zero rows of the
     * full table.
     */
    public Builder withRows(Signal signal, int[] rows, Matrix values) {
      if (rows.length != values.rows()) {
        throw new IllegalArgumentException(
            signal + ": " + rows.length + " rows named but " + values.rows() + " given");
      }
      Matrix all = Matrix.zeros(layout.size(), values.cols());
      IntStream.range(0, rows.length)
          .forEach(
              i ->
                  System.arraycopy(
                      values.data(),
                      values.offset(i),
                      all.data(),
                      all.offset(rows[i]),
                      values.cols()));
      return with(signal, all);
    }

    public Builder anchorRows(int... rows) {
      anchorRows = rows.clone();
      return this;
    }

    /** For later stages; without it the sequence counts as unpruned. */
    public Builder unprunedCandidates(int count) {
      unprunedCandidates = count;
      return this;
    }

    /** For later stages; without it the sequence counts as unpruned. */
    public Builder unprunedLayout(TokenLayout value) {
      unpruned = value;
      unprunedCandidates = value.candidates().length;
      return this;
    }

    public ArraySignals build() {
      return new ArraySignals(this);
    }
  }
}
