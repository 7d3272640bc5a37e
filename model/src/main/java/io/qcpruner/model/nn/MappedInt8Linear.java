package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.Int8Kernels;
import java.nio.ByteBuffer;
import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Weights rounded to 8 bits as they lie in a mapped file: codes [out, in], a scale and the sum of
 * the codes for each output. Activations are rounded as {@link Int8Linear} rounds them, and sums of
 * codes are exact, so both give the same bits. A single row is multiplied by our own kernel,
 * several by the engine's integer product, which reads codes in this order on all processors.
 */
final class MappedInt8Linear implements Linear {
  /** From so many rows on the engine's product is faster than one row after the other. */
  private static final int MANY_ROWS = 4;

  /**
   * Codes of activations are 0 to 128. Less 128 they have the sign that the engine asks for, and
   * processors that add 128 before they multiply then can't overflow their 16-bit sums.
   */
  private static final int OFFSET = 128;

  /** Codes of single rows, -63 to 63, are moved below 0 for the same reason. */
  private static final int ROW_OFFSET = 64;

  private static final int MOST_NUMBERS = (int) (NativeBytes.MOST / Float.BYTES);

  private final Tensor codes; // [out, in]
  private final float[] scales;
  private final int[] sums;
  private final float[] bias; // null without

  /**
   * @param bias [out], or null
   */
  MappedInt8Linear(PackedParts parts, Tensor bias) {
    this.codes = parts.codes();
    this.scales = Tensors.toFloats(parts.scales());
    this.sums = new int[scales.length];
    if (sums.length > 0) {
      new IntPointer(parts.sums().orElseThrow().contiguous().data_ptr()).get(sums);
    }
    this.bias = bias == null ? null : Tensors.toFloats(bias);
  }

  /**
   * Rounded rows of a prompt.
   *
   * @param codes [rows, in], each less {@link #OFFSET}
   * @param zeroPoint the code of 0
   */
  record Input(Tensor codes, float scale, int zeroPoint) {
    static Input of(Tensor x) {
      Tensor rows = x.reshape(-1, x.size(-1)).contiguous();
      IValueVector chosen =
          EngineOperator.named("aten::_choose_qparams_per_tensor")
              .results(new IValue(range(rows)), new IValue(true));
      float scale = (float) chosen.get(0).toDouble();
      int zero = (int) chosen.get(1).toInt();
      int width = Math.toIntExact(rows.size(1));
      Tensor codes = Int4Store.bytes(rows.numel()).view(ScalarType.Char).view(rows.size(0), width);
      for (long at = 0; at < rows.numel(); at += MOST_NUMBERS) {
        int count = (int) Math.min(MOST_NUMBERS, rows.numel() - at);
        ByteBuffer numbers = NativeBytes.of(rows, at * Float.BYTES, (long) count * Float.BYTES);
        Int8Kernels.serving()
            .round(numbers, count, 1 / scale, zero, NativeBytes.of(codes, at, count));
      }
      return new Input(codes, scale, zero);
    }

    /** Both ends, [2]: all that the choice of a scale asks of the numbers. */
    private static Tensor range(Tensor rows) {
      float[] ends = new float[2];
      for (long at = 0; at < rows.numel(); at += MOST_NUMBERS) {
        int count = (int) Math.min(MOST_NUMBERS, rows.numel() - at);
        ByteBuffer numbers = NativeBytes.of(rows, at * Float.BYTES, (long) count * Float.BYTES);
        float[] part = Int8Kernels.serving().range(numbers, count);
        ends[0] = Math.min(ends[0], part[0]);
        ends[1] = Math.max(ends[1], part[1]);
      }
      return Tensors.ofFloats(ends, Placement.cpu(), 2);
    }
  }

  @Override
  public Tensor forward(Tensor x, Workspace workspace) {
    return forward(List.of(this), x);
  }

  /** The rows x mapped by several maps: outputs of one behind those of another, [..., all]. */
  static Tensor forward(List<MappedInt8Linear> maps, Tensor x) {
    long[] shape = Tensors.shape(x);
    int outputs = maps.stream().mapToInt(m -> m.scales.length).sum();
    shape[shape.length - 1] = outputs;
    Tensor y = Tensors.emptyLike(x, shape);
    Scopes.run(
        () -> {
          Input in = Input.of(x);
          int at = 0;
          for (MappedInt8Linear map : maps) {
            if (map.scales.length > 0) {
              map.product(in, y, at, outputs);
            }
            at += map.scales.length;
          }
        });
    return y;
  }

  private void product(Input in, Tensor y, int at, int stride) {
    float[] factors = new float[scales.length];
    for (int o = 0; o < factors.length; o++) {
      factors[o] = in.scale() * scales[o];
    }
    Tensor made = integerProduct(in.codes());
    int rows = Math.toIntExact(made.size(0));
    long rowBytes = (long) stride * Float.BYTES;
    int step = (int) Math.max(1, NativeBytes.MOST / rowBytes); // buffers hold less than 2 GB
    for (int r = 0; r < rows; r += step) {
      int count = Math.min(step, rows - r);
      long fromBytes = (long) scales.length * Integer.BYTES;
      Int8Kernels.serving()
          .finish(
              NativeBytes.of(made, r * fromBytes, count * fromBytes),
              count,
              OFFSET - in.zeroPoint(),
              sums,
              factors,
              bias,
              NativeBytes.of(y, r * rowBytes, count * rowBytes),
              at * Float.BYTES,
              (int) rowBytes);
    }
  }

  private Tensor integerProduct(Tensor rows) {
    return EngineOperator.named("aten::_int_mm").tensor(new IValue(rows), new IValue(codes.t()));
  }

  @Override
  public void warmUp() {
    Int8Kernels.warmUp();
  }

  @Override
  public Tensor forwardEach(Tensor x, Workspace workspace) {
    return FewRows.map(this, scales.length, x, workspace);
  }

  @Override
  public void multiply(FewRows few, float[] y, int at, int stride, Workspace workspace) {
    if (scales.length == 0) {
      return;
    }
    Int8Rows x = few.rounded();
    int[] products = x.rows() < MANY_ROWS ? byRow(x) : Scopes.compute(() -> together(x));
    for (int r = 0; r < x.rows(); r++) {
      for (int o = 0; o < scales.length; o++) {
        float value = products[r * scales.length + o] * scales[o] * x.scales()[r];
        y[at + r * stride + o] = bias == null ? value : value + bias[o];
      }
    }
  }

  private int[] byRow(Int8Rows x) {
    int outputs = scales.length;
    int in = x.width();
    int[] products = new int[x.rows() * outputs];
    int[] made = new int[outputs];
    short[] prepared = new short[in];
    int step = (int) Math.max(1, NativeBytes.MOST / in);
    Int8Kernels kernels = Int8Kernels.serving();
    for (int r = 0; r < x.rows(); r++) {
      kernels.prepare(x.codes(), r * in, in, prepared);
      for (int from = 0; from < outputs; from += step) {
        int count = Math.min(step, outputs - from);
        ByteBuffer part = NativeBytes.of(codes, (long) from * in, (long) count * in);
        kernels.products(part, count, in, prepared, made);
        System.arraycopy(made, 0, products, r * outputs + from, count);
      }
    }
    return products;
  }

  private int[] together(Int8Rows x) {
    int outputs = scales.length;
    byte[] moved = new byte[x.codes().length];
    for (int i = 0; i < moved.length; i++) {
      moved[i] = (byte) (x.codes()[i] - ROW_OFFSET);
    }
    Tensor rows = Int4Store.bytes(moved.length).view(ScalarType.Char).view(x.rows(), x.width());
    new BytePointer(rows.data_ptr()).put(moved);
    int[] products = new int[x.rows() * outputs];
    new IntPointer(integerProduct(rows).data_ptr()).get(products);
    for (int i = 0; i < products.length; i++) {
      products[i] += ROW_OFFSET * sums[i % outputs];
    }
    return products;
  }
}
