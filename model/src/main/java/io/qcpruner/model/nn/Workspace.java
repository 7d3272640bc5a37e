package io.qcpruner.model.nn;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.FloatPointer;
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
  private final Map<List<Integer>, Tensor> inputs = new HashMap<>();
  private final NativeRoom room = new NativeRoom();
  private final NativeRoom rowsIn = new NativeRoom();
  private final NativeRoom rowsOut = new NativeRoom();
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
    long stride = spaced(width);
    Tensor room = scratch(weight.size(0) * stride);
    Tensor view =
        room.narrow(0, 0, weight.size(0) * stride).view(weight.size(0), stride).narrow(1, 0, width);
    view.copy_(weight);
    return view;
  }

  /** The distance of rows of so many numbers. */
  static long spaced(long width) {
    return width + GAP;
  }

  /** At least so many numbers of the compute type, valid until the next call. */
  Tensor scratch(long count) {
    if (wide == null || wide.numel() < count) {
      reserve(count);
    }
    return wide;
  }

  /** At least so many bytes for kernels, valid until the next call. */
  public ByteBuffer room(long bytes) {
    return room.atLeast(bytes);
  }

  /** The rows in native memory, valid until the next call. */
  ByteBuffer rowsIn(FewRows x) {
    int count = x.rows() * x.width();
    ByteBuffer bytes = rowsIn.atLeast((long) Float.BYTES * count);
    bytes.asFloatBuffer().put(0, x.values(), 0, count);
    return bytes;
  }

  /** At least so many floats for what becomes of rows, valid until the next call. */
  ByteBuffer rowsOut(long count) {
    return rowsOut.atLeast(Float.BYTES * count);
  }

  /** The rows as a tensor [1, rows, width], valid until the next call with the same shape. */
  Tensor input(FewRows x) {
    Tensor tensor = inputs.computeIfAbsent(List.of(x.rows(), x.width()), this::newInput);
    new FloatPointer(tensor.data_ptr()).put(x.values(), 0, x.rows() * x.width());
    return tensor;
  }

  private Tensor newInput(List<Integer> shape) {
    return Scopes.keep(
        () ->
            holder.hold(
                torch.empty(
                    new long[] {1, shape.get(0), shape.get(1)},
                    placement.options(),
                    new MemoryFormatOptional())));
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
    room.close();
    rowsIn.close();
    rowsOut.close();
    inputs.clear();
    wide = null;
  }
}
