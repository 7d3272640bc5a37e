package io.qcpruner.cli.bench;

/**
 * One line of the selection benchmark. Times are medians in milliseconds, taken side by side:
 * thread time for one group, wall time for several.
 *
 * @param input what the affinities are like
 * @param groups independent groups, solved in parallel
 * @param n tokens per group
 * @param k kept per group
 * @param evaluationsPerToken gains computed by the exact lazy greedy, divided by N
 * @param ms one selection by the exact lazy greedy, all groups
 * @param bestWallMs its fastest run by the clock on the wall
 * @param denseMs the same by dense greedy on the same kernels, on one thread
 * @param streamMs one streaming read of the affinities by one thread
 * @param allocatedBytes what one selection of one group allocates
 * @param affinityBytes size of the affinities
 * @param samePicks whether lazy and dense picks are identical
 */
public record SelectResult(
    String input,
    int groups,
    int n,
    int k,
    double evaluationsPerToken,
    double ms,
    double bestWallMs,
    double denseMs,
    double streamMs,
    long allocatedBytes,
    long affinityBytes,
    boolean samePicks) {

  /** How many times faster than dense greedy. */
  public double timesFasterThanDense() {
    return denseMs / ms;
  }

  /** How many streaming reads of the affinities a selection takes. */
  public double streamingReads() {
    return ms / streamMs;
  }
}
