package io.qcpruner.model.nn;

import io.qcpruner.kernels.RowKernels;
import io.qcpruner.kernels.RowView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * A map whose products our own kernels make: for new tokens always, for prompts where they are as
 * fast as the engine. A row has the same result alone and among others.
 */
abstract class KernelLinear implements Linear {
  /** Rows from which on the engine may multiply faster. */
  private static final int PROMPT_ROWS = 32;

  /** Outputs that are widened at a time where the engine multiplies: they stay in the cache. */
  private static final long PART = 512;

  /** Bytes of scratch for the rows of a prompt: clips have ten thousand rows. */
  private static final long MAX_SCRATCH = 64 << 20;

  /** Fewer rows at a time would read the weights too often. */
  private static final long MIN_ROWS = 256;

  private final long outputs;
  private final long inputs;
  private final boolean codes;
  private final TensorOptional bias;
  private final boolean hasBias; // asking the engine takes as long as a small product
  private volatile ByteBuffer biases; // asked for when rows come: on other devices there is none

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
  abstract void product(Slice part, FewRows x, ByteBuffer y, int stride, Workspace workspace);

  /** Some outputs of the matrix as floats, for the engine. */
  abstract Tensor widened(Slice part, Workspace workspace);

  /** How many outputs are widened together. */
  long outputsAtATime() {
    return PART;
  }

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
    if (y.numel() == 0) {
      return y;
    }
    Scopes.run(
        () -> byEngine(x.reshape(-1, inputs), y.view(y.numel() / outputs, outputs), workspace));
    return y;
  }

  /** Like above, into rows [n, outputs] that may lie apart. */
  private void byEngine(Tensor x, Tensor y, Workspace workspace) {
    long step = outputsAtATime();
    for (long from = 0; from < outputs; from += step) {
      Slice part = new Slice(from, Math.min(step, outputs - from));
      Scopes.run(
          () -> {
            Tensor turned = widened(part, workspace).t();
            if (hasBias) {
              torch.addmm_out(part.of(y, 1), part.of(bias).get(), x, turned);
            } else {
              torch.mm_out(part.of(y, 1), x, turned);
            }
          });
    }
  }

  /** A prompt by our own kernels. */
  final Tensor byKernels(Tensor x, Workspace workspace) {
    Tensor y = resultOf(x);
    if (y.numel() > 0) {
      Scopes.run(() -> byKernels(x.contiguous(), y, workspace));
    }
    return y;
  }

  private void byKernels(Tensor x, Tensor y, Workspace workspace) {
    long rows = x.numel() / inputs;
    ThreadTeam team = ThreadTeam.shared();
    int workers = ThreadTeam.isMember() ? 1 : team.workersFor(rows, inputs * outputs);
    if (workers == 1) {
      prompt(x, y, new Slice(0, outputs), workspace);
      return;
    }
    var scratch = workspace.forWorkers(workers);
    team.run(
        workers, worker -> prompt(x, y, worker.slice((int) outputs), scratch.get(worker.index())));
  }

  /** Some outputs of all rows. */
  private void prompt(Tensor x, Tensor y, Slice part, Workspace workspace) {
    long rows = x.numel() / inputs;
    // buffers hold less than 2 GB
    long step = Math.max(1, NativeBytes.MOST / Float.BYTES / Math.max(inputs, outputs));
    for (long r = 0; r < rows && part.length() > 0; r += step) {
      int count = (int) Math.min(step, rows - r);
      long to = r * outputs + part.from();
      long end = (r + count - 1) * outputs + part.from() + part.length();
      ByteBuffer in = floats(x, r * inputs, count * inputs);
      RowView out = new RowView(floats(y, to, end - to), 0, (int) outputs);
      products(part, new FewRows(in, count, (int) inputs), out, workspace);
    }
  }

  private static ByteBuffer floats(Tensor tensor, long from, long count) {
    return NativeBytes.of(tensor, from * Float.BYTES, count * Float.BYTES);
  }

  /** With the bias, as many rows at a time as the scratch buffer may hold. */
  private void products(Slice part, FewRows x, RowView y, Workspace workspace) {
    int step = (int) Math.max(MIN_ROWS, MAX_SCRATCH / RowKernels.scratchBytes(1, inputs));
    for (int r = 0; r < x.rows(); r += step) {
      Slice rows = new Slice(r, Math.min(step, x.rows() - r));
      FewRows some = rows.length() == x.rows() ? x : x.part(rows);
      int at = Float.BYTES * (y.at() + r * y.stride());
      product(
          part,
          some,
          y.numbers().slice(at, y.numbers().capacity() - at).order(ByteOrder.LITTLE_ENDIAN),
          y.stride(),
          workspace);
    }
    if (hasBias) {
      RowView added = new RowView(biases(), (int) part.from(), 0);
      workspace.kernels().add(y, added, x.rows(), (int) part.length(), y);
    }
  }

  /** Whether there are so many rows that the engine may be better at them. */
  static boolean isPrompt(int rows) {
    return rows >= PROMPT_ROWS;
  }

  @Override
  public boolean isByKernels(int rows) {
    return !isPrompt(rows) || RowKernels.ofThisMachine().servesPrompts(codes);
  }

  @Override
  public void multiply(FewRows x, RowView y, Workspace workspace) {
    if (outputs == 0) {
      return; // an empty tensor has no address
    }
    if (!isByKernels(x.rows())) {
      intoRows(x, y, workspace);
      return;
    }
    products(new Slice(0, outputs), x, y, workspace);
  }

  @Override
  public void multiply(Slice part, FewRows x, RowView y, Workspace workspace) {
    if (isByKernels(x.rows())) {
      products(part, x, y, workspace);
    } else {
      Linear.super.multiply(part, x, y, workspace);
    }
  }

  /** A prompt by the engine. */
  final void intoRows(FewRows x, RowView y, Workspace workspace) {
    if (outputs > 0) {
      Scopes.run(
          () ->
              byEngine(NativeBytes.tensor(x), NativeBytes.tensor(y, x.rows(), outputs), workspace));
    }
  }

  private ByteBuffer biases() {
    if (biases == null) {
      biases = NativeBytes.of(bias.get());
    }
    return biases;
  }
}
