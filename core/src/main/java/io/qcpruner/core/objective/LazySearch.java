package io.qcpruner.core.objective;

import io.qcpruner.core.linalg.ScoreKey;
import java.util.Arrays;

/** The state of one lazy greedy search. Everything is allocated before the first pick. */
final class LazySearch {

  private final FacilityLocation objective;
  private final int n;
  private final int blocks;
  private final float[] cover;

  /** [n, blocks] last known gain of each candidate by block of targets. */
  private final float[] partial;

  /** Number of picks when a candidate was last evaluated. */
  private final int[] evaluatedAt;

  /** Number of picks when the cover of a block last rose. */
  private final int[] raisedAt;

  private final KeyHeap heap;
  private final int[] order;
  private final float[] gains;
  private int picks;
  private double reached;
  private long blocksRead;

  LazySearch(FacilityLocation objective, int k) {
    this.objective = objective;
    this.n = objective.candidates();
    this.blocks = objective.blocks();
    this.cover = new float[objective.targets()];
    this.partial = new float[n * blocks];
    this.evaluatedAt = new int[n];
    this.raisedAt = new int[blocks];
    this.order = new int[k];
    this.gains = new float[k];
    long[] keys = new long[n];
    for (int j = 0; j < n; j++) {
      keys[j] = ScoreKey.of(firstGain(j), j);
    }
    this.heap = new KeyHeap(keys);
  }

  Picks run(double enough) {
    while (picks < order.length && reached < enough) {
      pick(nextBest());
    }
    return new Picks(
        Arrays.copyOf(order, picks),
        Arrays.copyOf(gains, picks),
        cover,
        objective.value(cover),
        blocks == 0 ? 0 : (double) blocksRead / blocks);
  }

  private float firstGain(int candidate) {
    float gain = 0;
    for (int b = 0; b < blocks; b++) {
      float part = objective.gain(candidate, cover, b);
      partial[candidate * blocks + b] = part;
      gain += part;
    }
    blocksRead += blocks;
    if (!Float.isFinite(gain)) {
      throw new IllegalArgumentException("affinity row " + candidate + " is not finite");
    }
    return gain;
  }

  /** Removes the candidate of the largest gain and returns its key. */
  private long nextBest() {
    while (true) {
      long top = heap.top();
      int candidate = ScoreKey.index(top);
      // a zero bound is a zero gain: nothing is left to cover, the lowest index comes next
      if (evaluatedAt[candidate] == picks || ScoreKey.score(top) == 0) {
        heap.removeTop();
        return top;
      }
      heap.replaceTop(ScoreKey.of(refresh(candidate), candidate));
    }
  }

  private float refresh(int candidate) {
    int seen = evaluatedAt[candidate];
    int base = candidate * blocks;
    float gain = 0;
    for (int b = 0; b < blocks; b++) {
      if (raisedAt[b] > seen) {
        partial[base + b] = objective.gain(candidate, cover, b);
        blocksRead++;
      }
      gain += partial[base + b];
    }
    evaluatedAt[candidate] = picks;
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
