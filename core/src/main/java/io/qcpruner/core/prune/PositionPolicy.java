package io.qcpruner.core.prune;

/**
 * What becomes of position ids when rows go. Multi-axis positions are always kept: they can't be
 * renumbered.
 */
public enum PositionPolicy {
  /** Survivors keep their ids; decoding continues from the unpruned length. */
  KEEP,
  /**
   * The shorter sequence is renumbered 0, 1, 2, ...; decoding continues per layer from its own
   * length.
   */
  COMPACT
}
