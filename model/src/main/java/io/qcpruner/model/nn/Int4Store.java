package io.qcpruner.model.nn;

import io.qcpruner.kernels.Int4Matrix;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A matrix of 4-bit weights and the native memory in which it lies.
 *
 * @param codes bytes, mapped or of this process
 * @param scales bf16, mapped or of this process
 */
record Int4Store(Int4Matrix matrix, Tensor codes, Tensor scales) {

  /** Over memory that holds such a matrix already. */
  static Int4Store of(Tensor codes, Tensor scales, int outputs, int inputs) {
    Int4Matrix matrix =
        new Int4Matrix(outputs, inputs, NativeBytes.of(codes), NativeBytes.of(scales));
    return new Int4Store(matrix, codes, scales);
  }

  /**
   * Rounds a matrix [out, in].
   *
   * @param weight makes the matrix, which is freed when it is rounded
   * @throws IllegalArgumentException if a weight is not a finite number
   */
  static Int4Store of(int outputs, int inputs, Supplier<Tensor> weight) {
    Tensor codes = bytes(Int4Matrix.codeBytes(outputs, inputs));
    long scaleBytes = Int4Matrix.scaleCount(outputs, inputs) * Short.BYTES;
    Tensor scales = bytes(scaleBytes).view(ScalarType.BFloat16);
    Int4Store made = of(codes, scales, outputs, inputs);
    Scopes.run(() -> fill(made.matrix(), weight.get()));
    return made;
  }

  PackedParts parts() {
    return new PackedParts(codes, scales, Optional.empty());
  }

  /** So many bytes, not filled. */
  static Tensor bytes(long count) {
    long[] shape = {count};
    return torch.empty(shape, Placement.cpu().options(ScalarType.Byte), new MemoryFormatOptional());
  }

  private static void fill(Int4Matrix matrix, Tensor wide) {
    IntStream.range(0, matrix.panels()).parallel().forEach(panel -> fill(matrix, panel, wide));
  }

  private static void fill(Int4Matrix matrix, int panel, Tensor wide) {
    float[] row = new float[matrix.inputs()];
    int first = panel * Int4Matrix.PANEL;
    for (int o = first; o < first + Int4Matrix.PANEL; o++) {
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
}
