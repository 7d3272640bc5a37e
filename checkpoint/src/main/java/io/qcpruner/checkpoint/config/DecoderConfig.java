package io.qcpruner.checkpoint.config;

/**
 * Shape of a Llama or Qwen2 decoder.
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
 * @param qkvBias whether the q, k and v projections carry a bias (Qwen2)
 * @param tiedHead whether the output head shares the embedding table
 * @param maxPositions longest sequence the model was made for
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
    int maxPositions) {

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
        maxPositions);
  }
}
