package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.RowKernels;
import java.nio.ByteBuffer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * A map whose products our own kernels make: for new tokens always, for prompts where they are as
 * fast as the engine. A row has the same result alone and among others.
 */
abstract class KernelLinear implements Linear {
  /** Rows from which waking the threads of the team pays. */
  private static final int ROWS_FOR_TEAM = 32;

  /** Outputs that are widened at a time where the engine multiplies: they stay in the cache. */
  private static final long PART = 512;

  /** Bytes of room for the rows of a prompt: clips have ten thousand rows. */
  private static final long MOST_ROOM = 64 << 20;

  /** Fewer rows at a time would read the weights too often. */
  private static final long LEAST_ROWS = 256;

  private final long outputs;
  private final long inputs;
  private final boolean codes;
  private final TensorOptional bias;
  private final boolean hasBias; // asking the engine takes as long as a small product

  /**
   * @param codes whether weights have 8 or 4 bits
   * @param bias of the outputs, or without a value
   */
  KernelLinear(long outputs, long inputs, boolean codes, TensorOptional bias) {
    this.outputs = outputs;
    this.inputs = inputs;
    this.codes = codes;
    this.bias = bias;
    this.hasBias = bias.has_value();
  }

  final TensorOptional bias() {
    return bias;
  }

  /**
   * y = x Wᵀ for some of the outputs.
   *
   * @param x [rows, inputs]
   * @param y [rows, stride]; the first of these outputs at its start
   */
  abstract void product(
      Slice part, ByteBuffer x, int rows, ByteBuffer y, int stride, ByteBuffer room);

  /** Some outputs of the matrix as floats, for the engine. */
  abstract Tensor widened(Slice part, Workspace workspace);

  @Override
  public Tensor forward(Tensor x, Workspace workspace) {
    return RowKernels.ofThisMachine().servesPrompts(codes)
        ? byKernels(x, workspace)
        : byEngine(x, workspace);
  }

  private Tensor resultOf(Tensor x) {
    long[] shape = Tensors.shape(x);
    shape[shape.length - 1] = outputs;
    return Tensors.emptyLike(x, shape);
  }

  /** A prompt with weights that are widened part by part. */
  final Tensor byEngine(Tensor x, Workspace workspace) {
    Tensor y = resultOf(x);
    for (long from = 0; from < outputs; from += PART) {
      Slice part = new Slice(from, Math.min(PART, outputs - from));
      Scopes.run(
          () -> part.of(y, -1).copy_(torch.linear(x, widened(part, workspace), part.of(bias))));
    }
    return y;
  }

  /** A prompt by our own kernels. */
  final Tensor byKernels(Tensor x, Workspace workspace) {
    Tensor y = resultOf(x);
    if (y.numel() > 0) {
      Scopes.run(() -> byKernels(x.contiguous(), y, workspace));
    }
    return hasBias ? y.add_(bias.get()) : y;
  }

  private void byKernels(Tensor x, Tensor y, Workspace workspace) {
    long rows = x.numel() / inputs;
    ThreadTeam team = ThreadTeam.shared();
    int workers = ThreadTeam.isMember() || rows < ROWS_FOR_TEAM ? 1 : team.allowed();
    if (workers == 1) {
      prompt(x, y, new Slice(0, outputs), workspace);
      return;
    }
    var scratch = workspace.forWorkers(workers);
    team.run(
        workers, worker -> prompt(x, y, worker.slice((int) outputs), scratch.get(worker.index())));
  }

  /** Some outputs of all rows, as many rows at a time as there may be room for. */
  private void prompt(Tensor x, Tensor y, Slice part, Workspace workspace) {
    long rows = x.numel() / inputs;
    long fit = Math.max(LEAST_ROWS, MOST_ROOM / RowKernels.room(1, inputs));
    long step = Math.min(fit, NativeBytes.MOST / Float.BYTES / Math.max(inputs, outputs));
    for (long r = 0; r < rows && part.length() > 0; r += step) {
      int count = (int) Math.min(step, rows - r);
      long to = r * outputs + part.from();
      long end = (r + count - 1) * outputs + part.from() + part.length();
      product(
          part,
          floats(x, r * inputs, count * inputs),
          count,
          floats(y, to, end - to),
          (int) outputs,
          workspace.room(RowKernels.room(count, inputs)));
    }
  }

  private static ByteBuffer floats(Tensor tensor, long from, long count) {
    return NativeBytes.of(tensor, from * Float.BYTES, count * Float.BYTES);
  }

  @Override
  public void multiply(FewRows x, float[] y, int at, int stride, Workspace workspace) {
    if (outputs == 0) {
      return; // an empty tensor has no address
    }
    int count = Math.toIntExact(outputs);
    ByteBuffer made = workspace.rowsOut(x.rows() * outputs);
    product(
        new Slice(0, outputs),
        workspace.rowsIn(x),
        x.rows(),
        made,
        count,
        workspace.room(RowKernels.room(x.rows(), inputs)));
    for (int r = 0; r < x.rows(); r++) {
      made.asFloatBuffer().get(r * count, y, at + r * stride, count);
    }
    if (hasBias) {
      add(x.rows(), y, at, stride);
    }
  }

  private void add(int rows, float[] y, int at, int stride) {
    float[] added = new float[(int) outputs];
    Scopes.run(() -> new FloatPointer(bias.get().contiguous().data_ptr()).get(added));
    for (int r = 0; r < rows; r++) {
      for (int o = 0; o < added.length; o++) {
        y[at + r * stride + o] += added[o];
      }
    }
  }
}
