package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.Int4Kernels;
import io.qcpruner.model.kernel.Int4Matrix;
import io.qcpruner.model.kernel.Int8Row;
import java.nio.ByteBuffer;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Weights rounded to 4 bits, 32 inputs of an output with a scale of their own: 5 bits a weight. New
 * tokens are multiplied by our own kernel, which rounds activations to 8 bits in groups of 32; a
 * prompt's rows are multiplied as floats with weights that are widened panel by panel.
 */
final class Int4Linear implements Linear {
  private static final int BLOCK = Int4Matrix.BLOCK;

  /** Outputs that are widened at a time. */
  private static final int PART = 512;

  @SuppressWarnings({"unused", "FieldCanBeLocal"}) // keeps the memory of the matrix
  private final Int4Store store;

  private final Int4Matrix matrix;
  private final int first;
  private final int count;
  private final TensorOptional bias;

  /**
   * @param outputs of the matrix that are wanted
   */
  Int4Linear(Int4Store store, Slice outputs, TensorOptional bias) {
    this.store = store;
    this.matrix = store.matrix();
    this.first = (int) outputs.from();
    this.count = (int) outputs.length();
    this.bias = bias;
  }

  @Override
  public Tensor forward(Tensor x, Workspace workspace) {
    int inputs = matrix.inputs();
    long[] shape = Tensors.shape(x);
    shape[shape.length - 1] = count;
    Tensor y = Tensors.emptyLike(x, shape);
    int stride = (int) Workspace.spaced(PART); // a part may begin and end inside a panel
    Tensor room = workspace.scratch((long) inputs * stride);
    ByteBuffer out = NativeBytes.of(room);
    for (int from = 0; from < count; from += PART) {
      Slice part = new Slice(from, Math.min(PART, count - from));
      int before = widen(part, out, stride);
      Scopes.run(
          () -> {
            Tensor all = room.narrow(0, 0, (long) inputs * stride).view(inputs, stride);
            Tensor w = all.narrow(1, before, part.length());
            part.of(y, -1).copy_(torch.matmul(x, w));
          });
    }
    return bias.has_value() ? y.add_(bias.get()) : y;
  }

  /** Widens the panels that hold a part; returns how many outputs of the first lie before it. */
  private int widen(Slice part, ByteBuffer out, int stride) {
    int from = first + (int) part.from();
    int end = from + (int) part.length();
    int start = from / BLOCK * BLOCK;
    for (int o = start; o < end; o += BLOCK) {
      Int4Kernels.serving()
          .widen(matrix, o / BLOCK, out, (o - start) * Float.BYTES, stride * Float.BYTES);
    }
    return from - start;
  }

  @Override
  public void warmUp() {
    Int4Kernels.warmUp();
  }

  @Override
  public Tensor forwardEach(Tensor x, Workspace workspace) {
    return FewRows.map(this, count, x, workspace);
  }

  @Override
  public void multiply(FewRows x, float[] y, int at, int stride, Workspace workspace) {
    List<Int8Row> rows = x.roundedInGroups();
    float[] made = new float[BLOCK];
    int end = first + count;
    for (int start = first / BLOCK * BLOCK; start < end; start += BLOCK) { // stays in the cache
      int from = Math.max(first, start);
      int wanted = Math.min(end, start + BLOCK) - from;
      for (int r = 0; r < rows.size(); r++) {
        Int4Kernels.serving().product(matrix, start / BLOCK, rows.get(r), made, 0);
        System.arraycopy(made, from - start, y, at + r * stride + from - first, wanted);
      }
    }
    if (bias.has_value()) {
      MappedMatrix.add(bias.get(), count, x.rows(), y, at, stride);
    }
  }
}
