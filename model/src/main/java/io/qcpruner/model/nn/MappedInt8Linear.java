package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.Int8Kernels;
import java.nio.ByteBuffer;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Weights rounded to 8 bits as they lie in a mapped file: codes [out, in], a scale and the sum of
 * the codes for each output. Activations are rounded as {@link Int8Linear} rounds them, and sums of
 * codes are exact, so both give the same bits. A single row is multiplied by our own kernel,
 * several by the engine's integer product, which reads codes in this order on all processors.
 */
final class MappedInt8Linear implements RoundingLinear {
  /** From so many rows on the engine's product is faster than one row after the other. */
  private static final int MANY_ROWS = 4;

  /** Codes of single rows, -63 to 63, are moved below 0 as those of prompts are. */
  private static final int ROW_OFFSET = 64;

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

  @Override
  public int outputs() {
    return scales.length;
  }

  @Override
  public void product(RoundedRows x, Tensor y, int at, int stride, Workspace workspace) {
    x.times(codes.t(), scales, sums, bias, y, at, stride);
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
    new IntPointer(RoundedRows.integerProduct(rows, codes.t()).data_ptr()).get(products);
    for (int i = 0; i < products.length; i++) {
      products[i] += ROW_OFFSET * sums[i % outputs];
    }
    return products;
  }
}
