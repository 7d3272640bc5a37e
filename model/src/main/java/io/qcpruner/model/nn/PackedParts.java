package io.qcpruner.model.nn;

import io.qcpruner.kernels.CodeBits;
import io.qcpruner.kernels.CodeMatrix;
import io.qcpruner.kernels.StoredType;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.T_TensorTensor_T;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A packed matrix as it is written to a file and mapped from it: the parts of a {@link CodeMatrix}.
 *
 * @param codes bytes
 * @param scales bytes; 8-bit codes have none
 * @param factors floats
 */
public record PackedParts(CodeBits bits, Tensor codes, Optional<Tensor> scales, Tensor factors) {

  /**
   * A matrix [out, in] rounded to codes.
   *
   * @throws IllegalArgumentException if a weight is not a finite number
   */
  public static PackedParts rounded(CodeBits bits, Tensor weight) {
    int outputs = Math.toIntExact(weight.size(0));
    int inputs = Math.toIntExact(weight.size(1));
    PackedParts made =
        new PackedParts(
            bits,
            bytes(CodeMatrix.codeBytes(bits, outputs, inputs)),
            Optional.of(CodeMatrix.scaleBytes(bits, outputs, inputs))
                .filter(count -> count > 0)
                .map(PackedParts::bytes),
            bytes((long) Float.BYTES * CodeMatrix.paddedOutputs(outputs)).view(ScalarType.Float));
    CodeMatrix matrix = made.matrix(outputs, inputs);
    int panels = CodeMatrix.paddedOutputs(outputs) / CodeMatrix.PANEL;
    Scopes.run(
        () -> IntStream.range(0, panels).parallel().forEach(panel -> fill(matrix, panel, weight)));
    return made;
  }

  private static void fill(CodeMatrix matrix, int panel, Tensor wide) {
    float[] row = new float[matrix.inputs()];
    int first = panel * CodeMatrix.PANEL;
    for (int o = first; o < first + CodeMatrix.PANEL; o++) {
      int output = o;
      if (o < matrix.outputs()) {
        Scopes.run(
            () -> {
              Tensor floats = wide.narrow(0, output, 1).to(ScalarType.Float).contiguous();
              new FloatPointer(floats.data_ptr()).get(row);
            });
        requireFinite(matrix.bits(), row);
      } else {
        Arrays.fill(row, 0);
      }
      matrix.put(o, row);
    }
  }

  private static void requireFinite(CodeBits bits, float[] row) {
    for (float value : row) {
      if (!Float.isFinite(value)) {
        throw new IllegalArgumentException(
            "the weight %s can't be rounded to %s bits"
                .formatted(value, bits == CodeBits.EIGHT ? 8 : 4));
      }
    }
  }

  /** The matrix over this memory. */
  CodeMatrix matrix(int outputs, int inputs) {
    return new CodeMatrix(
        bits,
        outputs,
        inputs,
        NativeBytes.of(codes),
        scales.map(NativeBytes::of).orElse(NativeBytes.NONE),
        NativeBytes.of(factors));
  }

  /** So many bytes, not filled. */
  static Tensor bytes(long count) {
    long[] shape = {count};
    return torch.empty(shape, Placement.cpu().options(ScalarType.Byte), new MemoryFormatOptional());
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
