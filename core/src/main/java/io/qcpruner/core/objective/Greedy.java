package io.qcpruner.core.objective;

/** A search that adds one candidate at a time. */
public interface Greedy {

  /** Says after each pick whether that was enough. */
  @FunctionalInterface
  interface Stop {
    /**
     * @param candidate what was picked
     * @param gain what it added
     * @param reached sum of the gains so far
     */
    boolean after(int candidate, float gain, double reached);
  }

  /**
   * Picks further candidates after chosen ones, until there are k or enough.
   *
   * @param chosen candidates that are picked already; they are not picked again
   * @param k how many more at most; at most the number of candidates that are left
   * @return the further picks; their cover is that of the chosen ones too
   */
  Picks extend(FacilityLocation objective, int[] chosen, int k, Stop stop);

  /** Picks exactly k. */
  default Picks maximize(FacilityLocation objective, int k) {
    return extend(objective, new int[0], k, (candidate, gain, reached) -> false);
  }
}
