package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.Int4Kernels;
import io.qcpruner.model.kernel.Int4Matrix;
import io.qcpruner.model.kernel.Int8Row;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Supplier;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Weights rounded to 4 bits, 32 inputs of an output with a scale of their own: 5 bits a weight. New
 * tokens are multiplied by our own kernel, which rounds activations to 8 bits in groups of 32; a
 * prompt's rows are multiplied as floats with weights that are widened panel by panel.
 */
final class Int4Linear implements Linear {
  private static final int BLOCK = Int4Matrix.BLOCK;

  /** Outputs that are widened at a time. */
  private static final int PART = 512;

  private final Int4Matrix matrix;
  private final TensorOptional bias;

  @SuppressWarnings({"unused", "FieldCanBeLocal"}) // the memory of the matrix
  private final Tensor memory;

  private Int4Linear(Int4Matrix matrix, Tensor memory, TensorOptional bias) {
    this.matrix = matrix;
    this.memory = memory;
    this.bias = bias;
  }

  /**
   * @param weight makes the matrix, which is freed when it is packed
   * @throws IllegalArgumentException if a weight is not a finite number
   */
  static Int4Linear of(Supplier<Tensor> weight, TensorOptional bias) {
    Int4Matrix[] made = new Int4Matrix[1];
    Tensor memory =
        Scopes.keep(
            () -> {
              Tensor wide = weight.get();
              int outputs = Math.toIntExact(wide.size(0));
              int inputs = Math.toIntExact(wide.size(1));
              int codes = Math.toIntExact(Int4Matrix.codeBytes(outputs, inputs));
              int scales = Math.toIntExact(Int4Matrix.scaleBytes(outputs, inputs));
              Tensor bytes = bytes((long) codes + scales);
              ByteBuffer all = buffer(bytes);
              made[0] =
                  new Int4Matrix(outputs, inputs, all.slice(0, codes), all.slice(codes, scales));
              fill(made[0], wide);
              return bytes;
            });
    return new Int4Linear(made[0], memory, bias);
  }

  private static Tensor bytes(long count) {
    long[] shape = {count};
    return torch.empty(shape, Placement.cpu().options(ScalarType.Byte), new MemoryFormatOptional());
  }

  private static ByteBuffer buffer(Tensor tensor) {
    return new BytePointer(tensor.data_ptr())
        .capacity(tensor.nbytes())
        .asByteBuffer()
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void fill(Int4Matrix matrix, Tensor wide) {
    float[] row = new float[matrix.inputs()];
    for (int o = 0; o < matrix.panels() * BLOCK; o++) {
      int output = o;
      if (o < matrix.outputs()) {
        Scopes.run(
            () -> {
              Tensor floats = wide.narrow(0, output, 1).to(ScalarType.Float).contiguous();
              new FloatPointer(floats.data_ptr()).get(row);
            });
        requireFinite(row);
      } else {
        Arrays.fill(row, 0);
      }
      matrix.put(o, row);
    }
  }

  private static void requireFinite(float[] row) {
    for (float value : row) {
      if (!Float.isFinite(value)) {
        throw new IllegalArgumentException("the weight " + value + " can't be rounded to 4 bits");
      }
    }
  }

  @Override
  public Tensor forward(Tensor x, Workspace workspace) {
    int inputs = matrix.inputs();
    long[] shape = Tensors.shape(x);
    shape[shape.length - 1] = matrix.outputs();
    Tensor y = Tensors.emptyLike(x, shape);
    int stride = (int) Workspace.spaced(PART);
    Tensor room = workspace.scratch((long) inputs * stride);
    ByteBuffer out = buffer(room);
    for (int from = 0; from < matrix.outputs(); from += PART) {
      int count = Math.min(PART, matrix.outputs() - from);
      for (int o = 0; o < count; o += BLOCK) {
        Int4Kernels.best()
            .widen(matrix, (from + o) / BLOCK, out, o * Float.BYTES, stride * Float.BYTES);
      }
      Slice part = new Slice(from, count);
      Scopes.run(
          () -> {
            long used = (long) inputs * stride;
            Tensor w = room.narrow(0, 0, used).view(inputs, stride).narrow(1, 0, count);
            part.of(y, -1).copy_(torch.matmul(x, w));
          });
    }
    return bias.has_value() ? y.add_(bias.get()) : y;
  }

  @Override
  public Tensor forwardEach(Tensor x, Workspace workspace) {
    int rows = Math.toIntExact(x.size(1));
    float[] y = new float[rows * matrix.outputs()];
    FewRows few = new FewRows(Tensors.toFloats(x), rows, matrix.inputs());
    multiply(few, y, 0, matrix.outputs(), workspace);
    return Tensors.ofFloats(y, workspace.placement(), 1, rows, matrix.outputs());
  }

  @Override
  public void multiply(FewRows x, float[] y, int at, int stride, Workspace workspace) {
    Int8Row[] rows = new Int8Row[x.rows()];
    Arrays.setAll(rows, r -> Int8Row.of(x.values(), r * x.width(), x.width()));
    float[] made = new float[BLOCK];
    for (int panel = 0; panel < matrix.panels(); panel++) { // its codes stay in the cache
      int count = Math.min(BLOCK, matrix.outputs() - panel * BLOCK);
      for (int r = 0; r < rows.length; r++) {
        Int4Kernels.best().product(matrix, panel, rows[r], made, 0);
        System.arraycopy(made, 0, y, at + r * stride + panel * BLOCK, count);
      }
    }
    if (bias.has_value()) {
      MappedMatrix.add(bias.get(), matrix.outputs(), x.rows(), y, at, stride);
    }
  }
}
