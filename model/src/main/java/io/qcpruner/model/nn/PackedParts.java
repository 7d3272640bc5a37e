package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.Int4Matrix;
import io.qcpruner.model.kernel.StoredType;
import java.util.Optional;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.T_TensorTensor_T;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A packed matrix as it is written to a file and mapped from it.
 *
 * @param codes int8: [out, in] bytes with a sign; int4: the codes of an {@link Int4Matrix}, in
 *     bytes
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
    long outputs = weight.size(0);
    Tensor codes = empty(ScalarType.Char, outputs, weight.size(1));
    Tensor scales = empty(ScalarType.Float, outputs);
    Tensor sums = empty(ScalarType.Int, outputs);
    PackedParts made = new PackedParts(codes, scales, Optional.of(sums));
    for (long from = 0; from < outputs; from += OUTPUTS_AT_A_TIME) {
      Slice some = new Slice(from, Math.min(OUTPUTS_AT_A_TIME, outputs - from));
      Scopes.run(() -> made.rows(some).round(some.of(weight, 0)));
    }
    return made;
  }

  private void round(Tensor weight) {
    long[] columns = {1};
    scales.copy_(Int8Linear.scales(weight));
    codes.copy_(Int8Linear.quantize(weight, scales).int_repr());
    sums.orElseThrow().copy_(codes.sum(columns));
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

  /** Some outputs of an int8 matrix, without a copy. */
  PackedParts rows(Slice outputs) {
    return new PackedParts(
        outputs.of(codes, 0), outputs.of(scales, 0), sums.map(s -> outputs.of(s, 0)));
  }
}
