package io.qcpruner.model.internal.measure;

/** The logits of a text's rows, one after the other. */
interface TextLogits extends AutoCloseable {

  /** Begins a text; what is left of the one before is dropped. */
  void start(int[] ids);

  /** [vocabulary] logits of the next row: those after ids 0, then 1, and so on. */
  float[] next();

  @Override
  void close();
}
