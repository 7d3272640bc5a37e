package io.qcpruner.core.select;

/** What coverage does once no token adds to it any more; the objective is the same either way. */
public enum Ties {
  /**
   * Ours: greedy goes on with visual-only coverage, from the cover that the picks have there, so
   * that what is left of the budget shows the rest of the picture.
   */
  VISUAL,
  /** The lowest index: what the formula alone gives when a sort is stable. */
  LOWEST
}
