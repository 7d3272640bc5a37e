package io.qcpruner.model.decoder;

import io.qcpruner.model.nn.Workspace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * All that changes while one answer is made: a cache per layer, the position of the next token per
 * layer, and scratch memory. Closed with the request.
 */
public final class DecodeState implements AutoCloseable {
  private final List<KvCache> caches = new ArrayList<>();
  private final List<WindowOrder> orders = new ArrayList<>();
  private final long[] nextPositions;
  private final Workspace workspace;

  public DecodeState(Decoder decoder) {
    int layers = decoder.config().layers();
    for (int i = 0; i < layers; i++) {
      caches.add(new KvCache());
      orders.add(new WindowOrder());
    }
    this.nextPositions = new long[layers];
    this.workspace = new Workspace(decoder.placement());
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

  void startAt(int layer, long position) {
    nextPositions[layer] = position;
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
