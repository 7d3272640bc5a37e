package io.qcpruner.model.decoder;

import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Tensors;
import org.bytedeco.pytorch.Tensor;

/** Keeps one layer's queries and keys until the boundary was visited. */
final class QueryKeyRecord implements QueryKeyTap, AutoCloseable {
  private final Holder holder = new Holder();
  private Tensor queries;
  private Tensor keys;

  @Override
  public void record(Tensor queries, Tensor keys) {
    this.queries = holder.hold(queries.squeeze(0));
    this.keys = holder.hold(keys.squeeze(0));
  }

  /** [H, n, d_h], null if nothing was recorded. */
  Tensor queries() {
    return queries;
  }

  /** Puts rows in front that were recorded with an earlier prompt. */
  void prepend(Tensor firstQueries, Tensor firstKeys) {
    queries = holder.hold(Tensors.cat(1, firstQueries, queries));
    keys = holder.hold(Tensors.cat(1, firstKeys, keys));
  }

  Boundary boundary(int layer, Tensor hidden, RowTable rows, DecoderInput input) {
    return new Boundary(layer, hidden, queries, keys, rows, input);
  }

  @Override
  public void close() {
    holder.close();
  }
}
