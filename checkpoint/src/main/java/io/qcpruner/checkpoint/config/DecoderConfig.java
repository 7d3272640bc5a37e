package io.qcpruner.checkpoint.config;

import java.util.List;

/**
 * Shape of a Llama, Mistral or Qwen2 decoder.
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
 * @param outputBias whether the projection behind attention carries a bias ({@code attention_bias})
 * @param mlpBias whether the feed-forward projections carry a bias ({@code mlp_bias})
 * @param windows rows that each layer looks back on, itself included, 0 for all; empty if no layer
 *     has a window
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
    List<Integer> windows) {

  public DecoderConfig {
    windows = List.copyOf(windows);
    if (!windows.isEmpty() && windows.size() != layers) {
      throw new IllegalArgumentException(
          windows.size() + " attention windows for " + layers + " layers");
    }
  }

  /** A decoder as most checkpoints have it: plain frequencies, full attention. */
  public DecoderConfig(
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
      int maxPositions) {
    this(
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
        RopeScaling.NONE,
        false,
        false,
        List.of());
  }

  /** Rows that a layer looks back on, itself included; 0 for all. */
  public int window(int layer) {
    return windows.isEmpty() ? 0 : windows.get(layer);
  }

  /** The same decoder with another vocabulary. */
  public DecoderConfig withVocabSize(int size) {
    return new DecoderConfig(
        hiddenSize,
        intermediateSize,
        layers,
        heads,
        kvHeads,
        headDim,
        size,
        rmsEps,
        ropeTheta,
        mropeSection,
        qkvBias,
        tiedHead,
        maxPositions,
        ropeScaling,
        outputBias,
        mlpBias,
        windows);
  }
}
