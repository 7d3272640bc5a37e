package io.qcpruner.model.decoder;

import io.qcpruner.core.prune.CacheRule;
import io.qcpruner.model.nn.Workspace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * All that changes while one answer is made: a cache per layer, the position of the next token per
 * layer, and scratch memory. Closed with the request.
 */
public final class DecodeState implements AutoCloseable {
  private final List<KvCache> caches = new ArrayList<>();
  private final List<WindowOrder> orders = new ArrayList<>();
  private final long[] nextPositions;
  private final Workspace workspace;
  private Optional<CachePruning> pruning = Optional.empty();
  private int trimmedFrom = Integer.MAX_VALUE;
  private final int[][] origins; // of the prompt's rows in each layer's cache

  public DecodeState(Decoder decoder) {
    int layers = decoder.config().layers();
    for (int i = 0; i < layers; i++) {
      caches.add(new KvCache());
      orders.add(new WindowOrder());
    }
    this.nextPositions = new long[layers];
    this.origins = new int[layers][];
    this.workspace = new Workspace(decoder.placement());
  }

  /** A copy of the state after a prompt, so that several answers can follow it. */
  public DecodeState copy(Decoder decoder) {
    DecodeState other = new DecodeState(decoder);
    for (int layer = 0; layer < caches.size(); layer++) {
      other.caches.set(layer, caches.get(layer).copy());
      other.orders.set(layer, orders.get(layer).copy());
      other.nextPositions[layer] = nextPositions[layer];
    }
    other.pruning = pruning.map(CachePruning::copy);
    return other;
  }

  public KvCache cache(int layer) {
    return caches.get(layer);
  }

  public Workspace workspace() {
    return workspace;
  }

  /** Position that the next token takes in a layer. Layers differ when a method compacted them. */
  public long nextPosition(int layer) {
    return nextPositions[layer];
  }

  /** Places of the rows in a layer's cache; kept for layers with an attention window only. */
  WindowOrder order(int layer) {
    return orders.get(layer);
  }

  /** A layer is about to run the rows of a prompt. */
  void startAt(int layer, RowTable rows) {
    nextPositions[layer] = rows.nextPosition();
    origins[layer] = rows.origins();
    pruning.ifPresent(p -> p.start(layer, rows));
  }

  /** From now on a method leaves rows of the caches out of each step; before the prompt is run. */
  public void pruneCaches(CacheRule rule) {
    pruning = Optional.of(new CachePruning(rule, caches.size()));
  }

  /** Steps attend to everything after all. */
  public void keepCachesWhole(Decoder decoder) {
    pruning = Optional.empty();
    caches.forEach(cache -> cache.round(decoder.caches()));
  }

  /** Caches from a layer on are to be trimmed; before the prompt is run. */
  public void trimCachesFrom(int layer) {
    trimmedFrom = layer;
  }

  /**
   * Cuts the caches that are to be trimmed to the rows that are left; after the prompt. Layers with
   * an attention window keep theirs, which is short.
   *
   * @param left rows that reached the last layer
   */
  public void trimCaches(Decoder decoder, RowTable left) {
    int[] stay = left.origins().clone();
    Arrays.sort(stay);
    for (int l = trimmedFrom; l < caches.size(); l++) {
      int[] own = origins[l];
      int[] rows =
          IntStream.range(0, own.length)
              .filter(r -> Arrays.binarySearch(stay, own[r]) >= 0)
              .toArray();
      if (rows.length < own.length && decoder.config().window(l) == 0) {
        caches.get(l).keep(rows, decoder.placement());
      }
    }
  }

  Optional<CachePruning> pruning() {
    return pruning;
  }

  /** Whether the keys of a layer must stay numbers, because a method looks at its attention. */
  boolean looksAt(int layer) {
    return pruning.isPresent() && pruning.get().looksAt(layer);
  }

  void advance() {
    Arrays.setAll(nextPositions, i -> nextPositions[i] + 1);
  }

  /** Rows held by each layer's cache. */
  public long[] cacheLengths() {
    return caches.stream().mapToLong(KvCache::length).toArray();
  }

  /** Native bytes of all caches. */
  public long cacheBytes() {
    return caches.stream().mapToLong(KvCache::bytes).sum();
  }

  @Override
  public void close() {
    caches.forEach(KvCache::close);
    workspace.close();
  }
}
