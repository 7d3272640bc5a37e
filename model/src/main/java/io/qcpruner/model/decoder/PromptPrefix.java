package io.qcpruner.model.decoder;

import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Scopes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.bytedeco.pytorch.Tensor;

/**
 * What the first rows of a prompt left in layers 0 to {@code layer}: keys, values and the residual
 * stream. These rows see nothing after them, so another prompt with the same beginning, another
 * question about the same picture or the same with another method, needs not compute them again.
 * Freed when everyone who acquired it has closed it.
 */
public final class PromptPrefix implements AutoCloseable {
  private final int[] tokenIds;
  private final long[][] positions;
  private final List<Tensor> keys = new ArrayList<>(); // [1, H_kv, p, d_h] of each layer
  private final List<Tensor> values = new ArrayList<>();
  private final Holder holder = new Holder();
  private final AtomicInteger users = new AtomicInteger(1);
  private Tensor hidden; // [1, p, D]
  private Tensor queries; // [H, p, d_h] of the last layer, null if nobody asked

  private final long nanos;

  private PromptPrefix(int rows, DecoderInput input, long nanos) {
    this.nanos = nanos;
    this.tokenIds = Arrays.copyOf(input.tokenIds(), rows);
    this.positions = first(rows, input.positions());
  }

  /**
   * Copies what rows that were run alone left behind.
   *
   * @param hidden [1, p, D] leaving the layer
   * @param queries [H, p, d_h] of the layer, or null
   * @param nanos time that the rows took in all of their layers
   */
  static PromptPrefix copyOf(
      DecodeState state, int layer, DecoderInput input, Tensor hidden, Tensor queries, long nanos) {
    int rows = (int) hidden.size(1);
    PromptPrefix made = new PromptPrefix(rows, input, nanos);
    Scopes.run(
        () -> {
          for (int l = 0; l <= layer; l++) {
            made.keys.add(made.holder.hold(state.cache(l).keys().clone()));
            made.values.add(made.holder.hold(state.cache(l).values().clone()));
          }
          made.hidden = made.holder.hold(hidden.clone());
          if (queries != null) {
            made.queries = made.holder.hold(queries.clone());
          }
        });
    return made;
  }

  static long[][] first(int rows, long[][] positions) {
    return Arrays.stream(positions).map(axis -> Arrays.copyOf(axis, rows)).toArray(long[][]::new);
  }

  /** Whether a prompt about the same picture begins with these rows. */
  public boolean begins(DecoderInput input) {
    int rows = rows();
    return input.rows() >= rows
        && Arrays.equals(tokenIds, 0, rows, input.tokenIds(), 0, rows)
        && Arrays.deepEquals(positions, first(rows, input.positions()));
  }

  public int rows() {
    return tokenIds.length;
  }

  /** The last layer that the rows went through. */
  public int layer() {
    return keys.size() - 1;
  }

  public boolean hasQueries() {
    return queries != null;
  }

  /** Time that its rows took: what whoever finds it ready saves. */
  public long nanos() {
    return nanos;
  }

  /** Native bytes. */
  public long bytes() {
    long sum = hidden.nbytes() + (queries == null ? 0 : queries.nbytes());
    for (int l = 0; l < keys.size(); l++) {
      sum += keys.get(l).nbytes() + values.get(l).nbytes();
    }
    return sum;
  }

  Tensor keys(int layer) {
    return keys.get(layer);
  }

  Tensor values(int layer) {
    return values.get(layer);
  }

  Tensor hidden() {
    return hidden;
  }

  Optional<Tensor> queries() {
    return Optional.ofNullable(queries);
  }

  /** One more user; false if it was freed already. */
  public boolean acquire() {
    return users.getAndUpdate(n -> n == 0 ? 0 : n + 1) > 0;
  }

  @Override
  public void close() {
    if (users.decrementAndGet() == 0) {
      holder.close();
    }
  }
}
