package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.Int8Kernels;
import java.nio.ByteBuffer;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Rows of a prompt rounded to 8 bits with one scale, as {@link Int8Linear} rounds them, for exact
 * products of integers.
 *
 * @param codes [rows, in], each less {@link #OFFSET}
 * @param zeroPoint the code of 0
 */
record RoundedRows(Tensor codes, float scale, int zeroPoint) {
  /**
   * Codes of activations are 0 to 128. Less 128 they have the sign that the engine asks for, and
   * processors that add 128 before they multiply then can't overflow their 16-bit sums.
   */
  private static final int OFFSET = 128;

  private static final int MOST_NUMBERS = (int) (NativeBytes.MOST / Float.BYTES);

  static RoundedRows of(Tensor x) {
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
    return new RoundedRows(codes, scale, zero);
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

  /**
   * The rows times weights of 8 bits.
   *
   * @param weights [in, out] codes
   * @param scales of the outputs
   * @param sums of the codes of each output
   * @param bias of the outputs, or null
   * @param y [..., stride] the results, outputs from index {@code at} of each row
   */
  void times(
      Tensor weights, float[] scales, int[] sums, float[] bias, Tensor y, int at, int stride) {
    float[] factors = new float[scales.length];
    for (int o = 0; o < factors.length; o++) {
      factors[o] = scale * scales[o];
    }
    Tensor made = integerProduct(codes, weights);
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
              OFFSET - zeroPoint,
              sums,
              factors,
              bias,
              NativeBytes.of(y, r * rowBytes, count * rowBytes),
              at * Float.BYTES,
              (int) rowBytes);
    }
  }

  /** [rows, in] times [in, out], codes with a sign, as 32-bit integers. */
  static Tensor integerProduct(Tensor rows, Tensor weights) {
    return EngineOperator.named("aten::_int_mm").tensor(new IValue(rows), new IValue(weights));
  }
}
