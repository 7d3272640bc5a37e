package io.qcpruner.checkpoint.config;

import java.util.List;

/**
 * Shape of a Llama, Mistral, Qwen2 or Qwen3 decoder.
 *
 * @param hiddenSize D
 * @param intermediateSize m, the width of the feed-forward part
 * @param layers L
 * @param heads H query heads
 * @param kvHeads H_kv key and value heads
 * @param headDim d_h
 * @param vocabSize rows of the embedding table, padding included
 * @param rmsEps epsilon of every RMS norm
 * @param ropeTheta base of the rotary frequencies
 * @param mropeSection frequency slots of the time, height and width axes; empty for one-axis
 *     positions
 * @param qkvBias whether the q, k and v projections carry a bias (Qwen2, or {@code attention_bias})
 * @param tiedHead whether the output head shares the embedding table
 * @param maxPositions longest sequence the model was made for
 * @param ropeScaling how the rotary frequencies are stretched
 * @param outputBias whether the projection after attention carries a bias ({@code attention_bias})
 * @param mlpBias whether the feed-forward projections carry a bias ({@code mlp_bias})
 * @param windows rows that each layer looks back on, itself included, 0 for all; empty if no layer
 *     has a window
 * @param headNorms whether every query and key head is normed before its rotation (Qwen3)
 * @param interleavedAxes whether the frequency slots of the axes take turns (Qwen3-VL) instead of
 *     standing one after another
 */
public record DecoderConfig(
    int hiddenSize,
    int intermediateSize,
    int layers,
    int heads,
    int kvHeads,
    int headDim,
    int vocabSize,
    double rmsEps,
    double ropeTheta,
    int[] mropeSection,
    boolean qkvBias,
    boolean tiedHead,
    int maxPositions,
    RopeScaling ropeScaling,
    boolean outputBias,
    boolean mlpBias,
    List<Integer> windows,
    boolean headNorms,
    boolean interleavedAxes) {

  public DecoderConfig {
    windows = List.copyOf(windows);
    if (!windows.isEmpty() && windows.size() != layers) {
      throw new IllegalArgumentException(
          windows.size() + " attention windows for " + layers + " layers");
    }
  }

  /** Rows that a layer looks back on, itself included; 0 for all. */
  public int window(int layer) {
    return windows.isEmpty() ? 0 : windows.get(layer);
  }

  /** Axes of a position: one, or time, height and width. */
  public int axes() {
    return Math.max(1, mropeSection.length);
  }

  /** Starts a decoder as most checkpoints have it: plain frequencies, full attention, no biases. */
  public static Builder sized(int hiddenSize, int intermediateSize, int layers) {
    return new Builder(hiddenSize, intermediateSize, layers);
  }

  /** Sets the fields of a decoder by name. */
  public static final class Builder {
    private final int hiddenSize;
    private final int intermediateSize;
    private final int layers;
    private int heads;
    private int kvHeads;
    private int headDim;
    private int vocabSize;
    private double rmsEps = 1e-5;
    private double ropeTheta = 1e4;
    private int[] mropeSection = {};
    private boolean qkvBias;
    private boolean tiedHead;
    private int maxPositions;
    private RopeScaling ropeScaling = RopeScaling.NONE;
    private boolean outputBias;
    private boolean mlpBias;
    private List<Integer> windows = List.of();
    private boolean headNorms;
    private boolean interleavedAxes;

    private Builder(int hiddenSize, int intermediateSize, int layers) {
      this.hiddenSize = hiddenSize;
      this.intermediateSize = intermediateSize;
      this.layers = layers;
    }

    public Builder heads(int queries, int keys, int dimension) {
      heads = queries;
      kvHeads = keys;
      headDim = dimension;
      return this;
    }

    public Builder vocabulary(int size) {
      vocabSize = size;
      return this;
    }

    public Builder rmsEps(double epsilon) {
      rmsEps = epsilon;
      return this;
    }

    public Builder ropeTheta(double base) {
      ropeTheta = base;
      return this;
    }

    public Builder mropeSection(int... slots) {
      mropeSection = slots;
      return this;
    }

    public Builder maxPositions(int rows) {
      maxPositions = rows;
      return this;
    }

    public Builder ropeScaling(RopeScaling scaling) {
      ropeScaling = scaling;
      return this;
    }

    public Builder tiedHead(boolean tied) {
      tiedHead = tied;
      return this;
    }

    public Builder qkvBias(boolean present) {
      qkvBias = present;
      return this;
    }

    public Builder outputBias(boolean present) {
      outputBias = present;
      return this;
    }

    public Builder mlpBias(boolean present) {
      mlpBias = present;
      return this;
    }

    public Builder headNorms(boolean present) {
      headNorms = present;
      return this;
    }

    public Builder interleavedAxes(boolean taking) {
      interleavedAxes = taking;
      return this;
    }

    public Builder windows(List<Integer> rows) {
      windows = rows;
      return this;
    }

    public DecoderConfig build() {
      return new DecoderConfig(
          hiddenSize,
          intermediateSize,
          layers,
          heads,
          kvHeads,
          headDim,
          vocabSize,
          rmsEps,
          ropeTheta,
          mropeSection,
          qkvBias,
          tiedHead,
          maxPositions,
          ropeScaling,
          outputBias,
          mlpBias,
          windows,
          headNorms,
          interleavedAxes);
    }
  }
}
