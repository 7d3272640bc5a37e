package io.qcpruner.core.objective;

/**
 * Exact greedy that recomputes only gains that can matter. Minoux, "Accelerated greedy algorithms
 * for maximizing submodular set functions" (1978).
 *
 * <p>A gain never grows while the cover rises, and that holds for the rounded sums too (see {@link
 * io.qcpruner.core.linalg.KernelSupport#coverageGain}). So an old gain is an upper bound of the new
 * one to the last bit, and the picks are those of {@link DenseGreedy}, ties included. On top of
 * that each candidate remembers its gain per block of targets: a pick raises the cover of few
 * blocks, and only those are read again.
 */
public record LazyGreedy() implements Greedy {

  @Override
  public Picks extend(FacilityLocation objective, int[] chosen, int k, Stop stop) {
    return new LazySearch(objective, chosen, k).run(stop);
  }
}
