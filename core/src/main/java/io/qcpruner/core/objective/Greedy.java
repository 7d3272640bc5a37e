package io.qcpruner.core.objective;

/** A search that adds one candidate at a time. */
public interface Greedy {

  /**
   * Picks until there are k or the objective reaches {@code enough}.
   *
   * @param k at most the number of candidates
   * @param enough objective to stop at; infinite for exactly k picks
   */
  Picks maximize(FacilityLocation objective, int k, double enough);

  /** Picks exactly k. */
  default Picks maximize(FacilityLocation objective, int k) {
    return maximize(objective, k, Double.POSITIVE_INFINITY);
  }
}
