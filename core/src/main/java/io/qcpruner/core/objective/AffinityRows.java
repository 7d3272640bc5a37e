package io.qcpruner.core.objective;

/**
 * Affinities by candidate: row j says how well candidate j stands for each target. Implementations
 * may compute rows when asked; one search at a time may use them.
 */
public interface AffinityRows {

  int candidates();

  int targets();

  /** The array that holds row j. It stays valid until the next call. */
  float[] array(int candidate);

  /** Where row j starts in {@link #array}; to be asked after it. */
  int offset(int candidate);
}
