package io.qcpruner.model.nn;

import io.qcpruner.kernels.Int4Matrix;
import io.qcpruner.kernels.Int8Matrix;
import io.qcpruner.kernels.StoredType;
import java.util.Optional;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.T_TensorTensor_T;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A packed matrix as it is written to a file and mapped from it.
 *
 * @param codes those of an {@link Int8Matrix} or an {@link Int4Matrix}, in bytes
 * @param scales int8: of each output; int4: the scales of an {@link Int4Matrix}
 * @param sums int8: the sum of the codes of each output
 */
public record PackedParts(Tensor codes, Tensor scales, Optional<Tensor> sums) {
  private static final long OUTPUTS_AT_A_TIME = 256;

  /**
   * The matrix [out, in] rounded to 8 bits, one scale for each output. It is made of some outputs
   * at a time: what is needed for a moment then stays small, and so do the holes that it leaves.
   */
  public static PackedParts int8(Tensor weight) {
    int outputs = Math.toIntExact(weight.size(0));
    int inputs = Math.toIntExact(weight.size(1));
    Tensor codes = empty(ScalarType.Char, Int8Matrix.codeBytes(outputs, inputs));
    Tensor scales = empty(ScalarType.Float, outputs);
    Tensor sums = empty(ScalarType.Int, outputs);
    for (long from = 0; from < outputs; from += OUTPUTS_AT_A_TIME) {
      Slice some = new Slice(from, Math.min(OUTPUTS_AT_A_TIME, outputs - from));
      Scopes.run(() -> round(some, weight, codes, scales, sums));
    }
    return new PackedParts(codes, scales, Optional.of(sums));
  }

  private static void round(Slice some, Tensor weight, Tensor codes, Tensor scales, Tensor sums) {
    long[] columns = {1};
    Tensor rows = some.of(weight, 0);
    Tensor own = some.of(scales, 0);
    own.copy_(Int8Linear.scales(rows));
    Tensor made = Int8Linear.quantize(rows, own).int_repr();
    some.of(sums, 0).copy_(made.sum(columns));
    Tensor panels = panels(codes, (int) weight.size(1), some);
    long[] missing = {
      0,
      panels.size(1) * panels.size(3) - rows.size(1),
      0,
      panels.size(0) * panels.size(2) - some.length()
    };
    Tensor padded = torch.constant_pad_nd(made, missing, new Scalar(0));
    panels
        .permute(0, 2, 1, 3)
        .copy_(padded.view(panels.size(0), panels.size(2), panels.size(1), -1));
  }

  /** The panels [panels, fours, 16, 4] that hold some outputs. */
  private static Tensor panels(Tensor codes, int inputs, Slice outputs) {
    long fours = Int8Matrix.fours(inputs);
    long first = outputs.from() / Int8Matrix.PANEL;
    long end = Int8Matrix.panels((int) (outputs.from() + outputs.length()));
    return codes
        .view(-1, fours, Int8Matrix.PANEL, Int8Matrix.TOGETHER)
        .narrow(0, first, end - first);
  }

  /** Some outputs of 8-bit codes as a matrix [outputs, inputs]. */
  static Tensor rowsOf(Tensor codes, int inputs, Slice outputs) {
    Tensor panels = panels(codes, inputs, outputs);
    long width = panels.size(1) * panels.size(3);
    long first = outputs.from() % Int8Matrix.PANEL;
    return panels
        .permute(0, 2, 1, 3)
        .reshape(-1, width)
        .narrow(0, first, outputs.length())
        .narrow(1, 0, inputs);
  }

  private static Tensor empty(ScalarType type, long... shape) {
    return torch.empty(shape, Placement.cpu().options(type), new MemoryFormatOptional());
  }

  /**
   * The matrix [out, in] rounded to 4 bits, one scale for 32 inputs of an output.
   *
   * @throws IllegalArgumentException if a weight is not a finite number
   */
  public static PackedParts int4(Tensor weight) {
    int outputs = Math.toIntExact(weight.size(0));
    return Int4Store.of(outputs, Math.toIntExact(weight.size(1)), () -> weight).parts();
  }

  /**
   * The matrix as 16-bit floats. f16 weights are exact; bf16 weights keep all digits down to 2⁻¹⁴
   * and are rounded to multiples of 2⁻²⁴ below; f32 weights are rounded to 11 bits.
   *
   * @throws IllegalArgumentException if a weight does not fit, or is not a number
   */
  public static Tensor half(Tensor weight) {
    float largest = Scopes.compute(() -> largest(weight));
    if (!(largest <= StoredType.F16_LARGEST)) {
      throw new IllegalArgumentException(
          "the largest weight, %s, does not fit 16-bit floats (at most %s)"
              .formatted(largest, StoredType.F16_LARGEST));
    }
    return Scopes.keep(() -> weight.to(ScalarType.Half).contiguous());
  }

  /** The largest magnitude; NaN if a weight is. */
  private static float largest(Tensor weight) {
    T_TensorTensor_T ends = torch.aminmax(weight);
    return Math.max(-ends.get0().item_float(), ends.get1().item_float());
  }
}
