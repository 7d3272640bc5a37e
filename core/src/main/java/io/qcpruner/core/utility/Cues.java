package io.qcpruner.core.utility;

/** Which cross-modal cues make up the utility: the paper's fusion and its two ablations. */
public enum Cues {
  /** Both cues with equal weight. */
  FUSED,
  /** Hidden-state cosine alone. */
  SIMILARITY,
  /** Query-key alignment alone. */
  ALIGNMENT
}
