package io.qcpruner.model.vision;

import io.qcpruner.model.nn.Holder;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.bytedeco.pytorch.Tensor;

/**
 * Keeps queries and keys of tower layers for methods that look inside: always those of the last
 * executed layer, and those of layers that a method asks for. Recording doesn't change the result.
 */
public final class TowerTap implements AutoCloseable {

  /**
   * @param queries [V, H, R, d_h], after bias (and rotary positions where the tower has them),
   *     unscaled
   * @param keys [V, H, R, d_h], the same
   */
  public record QueryKeys(Tensor queries, Tensor keys) {}

  /** Takes queries and keys of one layer. */
  @FunctionalInterface
  public interface Layer {
    void record(Tensor queries, Tensor keys);
  }

  /** For one layer of a tower; null if nothing of it is to be recorded. */
  public static Layer at(TowerTap tap, int layer, boolean lastExecuted) {
    return tap != null && (lastExecuted || tap.wants(layer))
        ? (queries, keys) -> tap.record(layer, lastExecuted, queries, keys)
        : null;
  }

  private final Holder holder = new Holder();
  private final Set<Integer> wanted;
  private final Map<Integer, QueryKeys> layers = new TreeMap<>();
  private QueryKeys last;

  /** For the last executed layer. */
  public TowerTap() {
    this(Set.of());
  }

  /**
   * @param layers zero-based layers to keep beside the last executed one
   */
  public TowerTap(Set<Integer> layers) {
    this.wanted = Set.copyOf(layers);
  }

  /** Whether this layer is to be recorded. */
  public boolean wants(int layer) {
    return wanted.contains(layer);
  }

  /**
   * @param lastExecuted whether the tower's output is this layer's
   */
  public void record(int layer, boolean lastExecuted, Tensor queries, Tensor keys) {
    QueryKeys held = new QueryKeys(holder.hold(queries), holder.hold(keys));
    layers.put(layer, held);
    if (lastExecuted) {
      last = held;
    }
  }

  /** [V, H, R, d_h] of the last executed layer. */
  public Tensor queries() {
    return last.queries();
  }

  /** [V, H, R, d_h] of the last executed layer. */
  public Tensor keys() {
    return last.keys();
  }

  /** Whether all these layers were recorded. */
  public boolean has(Set<Integer> asked) {
    return layers.keySet().containsAll(asked);
  }

  /**
   * @throws IllegalArgumentException if the layer was not recorded
   */
  public QueryKeys layer(int layer) {
    QueryKeys found = layers.get(layer);
    if (found == null) {
      throw new IllegalArgumentException(
          "tower layer " + layer + " was not recorded, only " + layers.keySet());
    }
    return found;
  }

  /** Memory that is held until closed. */
  public long bytes() {
    return layers.values().stream().mapToLong(q -> q.queries.nbytes() + q.keys.nbytes()).sum();
  }

  @Override
  public void close() {
    holder.close();
  }
}
