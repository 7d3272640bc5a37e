package io.qcpruner.model.nn;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Scratch memory of one request: fresh pages cost more than the arithmetic on them, so large
 * temporary tensors are reused. Never shared between threads; the weights it serves are.
 */
public final class Workspace implements AutoCloseable {
  /** Numbers between rows: at distances of a power of two they would compete for cache lines. */
  private static final long GAP = 32;

  private final Placement placement;
  private final Holder holder = new Holder();
  private final List<Workspace> workers = new ArrayList<>();
  private Tensor wide;

  public Workspace(Placement placement) {
    this.placement = placement;
  }

  public Placement placement() {
    return placement;
  }

  /** Scratch for each thread of a team, kept for the next layer and freed with this one. */
  public List<Workspace> forWorkers(int count) {
    while (workers.size() < count) {
      workers.add(new Workspace(placement));
    }
    return workers.subList(0, count);
  }

  /** The weight [out, in] in the compute type, valid until the next call. */
  Tensor widen(Tensor weight) {
    long width = weight.size(1);
    long count = weight.size(0) * (width + GAP);
    if (wide == null || wide.numel() < count) {
      reserve(count);
    }
    Tensor view = wide.narrow(0, 0, count).view(weight.size(0), width + GAP).narrow(1, 0, width);
    view.copy_(weight);
    return view;
  }

  private void reserve(long count) {
    if (wide != null) {
      holder.release(wide);
    }
    Scopes.run(
        () -> {
          long[] shape = {count};
          wide = holder.hold(torch.empty(shape, placement.options(), new MemoryFormatOptional()));
        });
  }

  @Override
  public void close() {
    workers.forEach(Workspace::close);
    workers.clear();
    holder.close();
    wide = null;
  }
}
