package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.Int4Matrix;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
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

  /** The matrix [out, in] rounded to 8 bits, one scale for each output. */
  public static PackedParts int8(Tensor weight) {
    Tensor codes = Int8Linear.quantize(weight).int_repr();
    long[] columns = {1};
    Tensor sums = codes.to(ScalarType.Int).sum(columns).to(ScalarType.Int);
    return new PackedParts(codes, Int8Linear.scales(weight), Optional.of(sums));
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
   * The matrix as 16-bit floats.
   *
   * @throws IllegalArgumentException if a weight does not fit, or is not a number
   */
  public static Tensor half(Tensor weight) {
    return HalfLinear.widened(weight).to(ScalarType.Half);
  }

  /** Some outputs of an int8 matrix, without a copy. */
  PackedParts rows(Slice outputs) {
    return new PackedParts(
        outputs.of(codes, 0), outputs.of(scales, 0), sums.map(s -> outputs.of(s, 0)));
  }
}
