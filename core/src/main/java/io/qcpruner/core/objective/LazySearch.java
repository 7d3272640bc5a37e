package io.qcpruner.core.objective;

import io.qcpruner.core.linalg.ScoreKey;
import java.util.Arrays;

/** The state of one lazy greedy search. Everything is allocated before the first pick. */
final class LazySearch {

  private final FacilityLocation objective;
  private final int n;
  private final int blocks;
  private final float[] cover;

  /** [n, blocks] last known gain of each candidate by block of targets: bounds from above. */
  private float[] partial;

  /** Number of picks when the cover of a block last rose. */
  private final int[] raisedAt;

  /** Number of picks when the gain of a candidate was last exact. */
  private final int[] exactAt;

  /** Picked before the search. */
  private final int[] chosen;

  private final int[] order;
  private final float[] gains;
  private KeyHeap heap;
  private int picks;
  private double reached;
  private long blocksRead;

  LazySearch(FacilityLocation objective, int[] chosen, int k) {
    this.objective = objective;
    this.chosen = chosen;
    this.n = objective.candidates();
    this.blocks = objective.blocks();
    this.cover = new float[objective.targets()];
    this.partial = new float[n * blocks];
    this.raisedAt = new int[blocks];
    this.exactAt = new int[n];
    this.order = new int[k];
    this.gains = new float[k];
  }

  Picks run(Greedy.Stop stop) {
    for (int j : chosen) {
      objective.add(j, cover);
    }
    boolean enough = order.length == 0;
    if (!enough) {
      start();
      enough = picks > 0 && stop.after(order[0], gains[0], reached);
    }
    while (picks < order.length && !enough) {
      pick(nextBest());
      enough = stop.after(order[picks - 1], gains[picks - 1], reached);
    }
    return new Picks(
        Arrays.copyOf(order, picks),
        Arrays.copyOf(gains, picks),
        cover,
        objective.value(cover),
        blocks == 0 ? 0 : (double) blocksRead / blocks);
  }

  /**
   * Reads all affinities once. Gains against the cover of a guessed first pick come along; if the
   * guess is right, which the gains against the empty cover tell, the second pick needs no second
   * pass.
   */
  private void start() {
    if (chosen.length > 0) {
      startBehindChosen();
      return;
    }
    int guess = order.length > 1 ? FirstPickGuess.of(objective, cover) : -1;
    float[] guessCover = new float[cover.length];
    if (guess >= 0) {
      objective.add(guess, guessCover);
    }
    float[] covered = new float[partial.length];
    long[] keys = new long[n];
    int first = 0;
    for (int j = 0; j < n; j++) {
      objective.gains(j, guessCover, partial, covered, j * blocks);
      keys[j] = ScoreKey.of(total(partial, j), j);
      requireFinite(j, ScoreKey.score(keys[j]));
      first = keys[j] < keys[first] ? j : first;
    }
    blocksRead += partial.length;
    if (first == guess) {
      pick(keys[first]);
      partial = covered;
      Arrays.fill(exactAt, picks);
      for (int j = 0; j < n; j++) {
        keys[j] = ScoreKey.of(total(partial, j), j);
      }
      keys[first] = Long.MAX_VALUE; // after every candidate
    }
    heap = new KeyHeap(keys);
  }

  /** Reads all affinities once, against the cover of what is chosen. */
  private void startBehindChosen() {
    long[] keys = new long[n];
    for (int j = 0; j < n; j++) {
      for (int b = 0; b < blocks; b++) {
        partial[j * blocks + b] = objective.gain(j, cover, b);
      }
      keys[j] = ScoreKey.of(total(partial, j), j);
      requireFinite(j, ScoreKey.score(keys[j]));
    }
    blocksRead += partial.length;
    for (int j : chosen) {
      keys[j] = Long.MAX_VALUE; // after every candidate
    }
    heap = new KeyHeap(keys);
  }

  private void requireFinite(int candidate, float gain) {
    if (!Float.isFinite(gain)) {
      throw new IllegalArgumentException("affinity row " + candidate + " is not finite");
    }
  }

  private float total(float[] parts, int candidate) {
    float sum = 0;
    for (int at = candidate * blocks; at < (candidate + 1) * blocks; at++) {
      sum += parts[at];
    }
    return sum;
  }

  /** Removes the candidate of the largest gain and returns its key. */
  private long nextBest() {
    while (true) {
      long top = heap.top();
      int candidate = ScoreKey.index(top);
      // a zero bound is a zero gain: nothing is left to cover, the lowest index comes next
      if (exactAt[candidate] == picks || ScoreKey.score(top) == 0) {
        heap.removeTop();
        return top;
      }
      heap.replaceTop(ScoreKey.of(refresh(candidate), candidate));
    }
  }

  /** The exact gain of a candidate. A block whose gain is 0 is never outdated: it can't fall. */
  private float refresh(int candidate) {
    int base = candidate * blocks;
    int seen = exactAt[candidate];
    float gain = 0;
    for (int b = 0; b < blocks; b++) {
      if (raisedAt[b] > seen && partial[base + b] > 0) {
        partial[base + b] = objective.gain(candidate, cover, b);
        blocksRead++;
      }
      gain += partial[base + b];
    }
    exactAt[candidate] = picks;
    return gain;
  }

  private void pick(long key) {
    int candidate = ScoreKey.index(key);
    order[picks] = candidate;
    gains[picks++] = ScoreKey.score(key);
    reached += ScoreKey.score(key);
    for (int b = 0; b < blocks; b++) {
      if (partial[candidate * blocks + b] > 0 && objective.add(candidate, cover, b)) {
        raisedAt[b] = picks;
      }
    }
  }
}
