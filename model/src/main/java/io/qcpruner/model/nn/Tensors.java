package io.qcpruner.model.nn;

import static org.bytedeco.pytorch.global.torch.ScalarType.Float;
import static org.bytedeco.pytorch.global.torch.ScalarType.Long;

import io.qcpruner.core.linalg.Matrix;
import java.util.Arrays;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.javacpp.LongPointer;
import org.bytedeco.pytorch.MemoryFormatOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/** Moves numbers between Java arrays and tensors. */
public final class Tensors {
  private Tensors() {}

  /** A copy of the values, in the placement's type and on its device. */
  public static Tensor ofFloats(float[] values, Placement placement, long... shape) {
    checkCount(values.length, shape);
    return Scopes.keep(
        () ->
            torch
                .from_blob(new FloatPointer(values), shape, new TensorOptions(Float))
                .to(placement.device(), placement.compute(), false, true, memoryFormat()));
  }

  /** A copy of the values as 64-bit integers on the placement's device. */
  public static Tensor ofLongs(long[] values, Placement placement, long... shape) {
    checkCount(values.length, shape);
    return Scopes.keep(
        () ->
            torch
                .from_blob(new LongPointer(values), shape, new TensorOptions(Long))
                .to(placement.device(), Long, false, true, memoryFormat()));
  }

  /** Row indices as a one-dimensional tensor. */
  public static Tensor ofIndices(int[] values, Placement placement) {
    long[] wide = Arrays.stream(values).asLongStream().toArray();
    return ofLongs(wide, placement, wide.length);
  }

  /** All values in row-major order, widened to float. */
  public static float[] toFloats(Tensor tensor) {
    int count = Math.toIntExact(tensor.numel());
    float[] out = new float[count];
    if (count > 0) { // a tensor of nothing may have no memory
      Scopes.run(() -> onHost(tensor, Float).data_ptr_float().get(out));
    }
    return out;
  }

  public static long[] toLongs(Tensor tensor) {
    long[] out = new long[Math.toIntExact(tensor.numel())];
    Scopes.run(() -> new LongPointer(onHost(tensor, Long).data_ptr()).get(out));
    return out;
  }

  /** A two-dimensional tensor as a matrix of the pruning core. */
  public static Matrix toMatrix(Tensor tensor) {
    if (tensor.dim() != 2) {
      throw new IllegalArgumentException("a matrix has 2 dimensions, not " + tensor.dim());
    }
    return new Matrix(toFloats(tensor), (int) tensor.size(0), (int) tensor.size(1));
  }

  /** To be filled: the type and device of another tensor, a shape of its own. */
  public static Tensor emptyLike(Tensor like, long... shape) {
    return torch.empty(shape, like.options(), memoryFormat());
  }

  public static long[] shape(Tensor tensor) {
    long[] shape = new long[(int) tensor.dim()];
    Arrays.setAll(shape, tensor::size);
    return shape;
  }

  public static Tensor cat(long dim, Tensor... parts) {
    return torch.cat(new TensorVector(parts), dim);
  }

  private static Tensor onHost(Tensor tensor, ScalarType type) {
    return tensor.detach().cpu().to(type).contiguous();
  }

  private static MemoryFormatOptional memoryFormat() {
    return new MemoryFormatOptional();
  }

  private static void checkCount(int count, long[] shape) {
    long wanted = Arrays.stream(shape).reduce(1, Math::multiplyExact);
    if (wanted != count) {
      throw new IllegalArgumentException(
          count + " values can't fill the shape " + Arrays.toString(shape));
    }
  }
}
