package io.qcpruner.model.nn;

import io.qcpruner.kernels.RowKernels;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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
  private final RowKernels kernels;
  private final Holder holder = new Holder();
  private final List<Workspace> workers = new ArrayList<>();
  private final NativeScratch buffer = new NativeScratch();
  private final Map<RowBuffer, NativeScratch> rows = new EnumMap<>(RowBuffer.class);
  private Tensor wide;

  public Workspace(Placement placement) {
    this(placement, RowKernels.ofThisMachine());
  }

  /**
   * @param kernels for products and all else of rows in native memory
   */
  public Workspace(Placement placement, RowKernels kernels) {
    this.placement = placement;
    this.kernels = kernels;
  }

  public RowKernels kernels() {
    return kernels;
  }

  public Placement placement() {
    return placement;
  }

  /** Scratch for each thread of a team, kept for the next layer and freed with this one. */
  public List<Workspace> forWorkers(int count) {
    while (workers.size() < count) {
      workers.add(new Workspace(placement, kernels));
    }
    return workers.subList(0, count);
  }

  /** The weight [out, in] in the compute type, valid until the next call. */
  Tensor widen(Tensor weight) {
    long width = weight.size(1);
    long stride = spaced(width);
    Tensor wideEnough = scratch(weight.size(0) * stride);
    Tensor view =
        wideEnough
            .narrow(0, 0, weight.size(0) * stride)
            .view(weight.size(0), stride)
            .narrow(1, 0, width);
    view.copy_(weight);
    return view;
  }

  /** The distance of rows of this many numbers. */
  static long spaced(long width) {
    return width + GAP;
  }

  /** At least this many numbers of the compute type, valid until the next call. */
  Tensor scratch(long count) {
    if (wide == null || wide.numel() < count) {
      reserve(count);
    }
    return wide;
  }

  /** A scratch buffer of at least this many bytes for kernels, valid until the next call. */
  public ByteBuffer buffer(long bytes) {
    return buffer.atLeast(bytes);
  }

  /** A buffer for rows; it keeps its content until more rows of the same kind are asked for. */
  public FewRows rows(RowBuffer which, int count, int width) {
    long bytes = (long) Float.BYTES * count * width;
    NativeScratch own = rows.computeIfAbsent(which, w -> new NativeScratch());
    return new FewRows(own.atLeast(bytes), count, width);
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

  /** Bytes of native memory that are held, those of workers included. */
  public long bytes() {
    long own = buffer.bytes() + (wide == null ? 0 : wide.nbytes());
    own += rows.values().stream().mapToLong(NativeScratch::bytes).sum();
    return own + workers.stream().mapToLong(Workspace::bytes).sum();
  }

  /** Gives all memory back, as after a prompt: new tokens need a thousandth of it. */
  public void release() {
    workers.forEach(Workspace::release);
    holder.close();
    buffer.close();
    rows.values().forEach(NativeScratch::close);
    wide = null;
  }

  @Override
  public void close() {
    release();
    workers.clear();
  }
}
