package io.qcpruner.model.vision;

import io.qcpruner.model.nn.Holder;
import org.bytedeco.pytorch.Tensor;

/**
 * Keeps the queries and keys of a tower's last layer for methods that look inside it. Recording
 * them doesn't change the result.
 */
public final class TowerTap implements AutoCloseable {
  private final Holder holder = new Holder();
  private Tensor queries;
  private Tensor keys;

  public void record(Tensor queries, Tensor keys) {
    this.queries = holder.hold(queries);
    this.keys = holder.hold(keys);
  }

  /** [V, H, R, d_h], after bias (and rotary positions where the tower has them), unscaled. */
  public Tensor queries() {
    return queries;
  }

  /** [V, H, R, d_h], after bias (and rotary positions where the tower has them). */
  public Tensor keys() {
    return keys;
  }

  @Override
  public void close() {
    holder.close();
  }
}
