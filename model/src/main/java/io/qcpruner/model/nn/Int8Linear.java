package io.qcpruner.model.nn;

import java.util.Arrays;
import java.util.function.Supplier;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Weights rounded to 8 bits with one scale per output channel, packed once for libtorch's integer
 * kernels; activations are rounded to 8 bits at run time with one scale per call.
 */
final class Int8Linear implements Linear {
  private static final double LARGEST = 127;

  private final PackedProduct product;

  private Int8Linear(PackedProduct product) {
    this.product = product;
  }

  static Int8Linear of(Supplier<Tensor> weight, TensorOptional bias) {
    return new Int8Linear(
        PackedProduct.of("linear_prepack", "linear_dynamic", () -> quantize(weight.get()), bias));
  }

  /** Symmetric, so that the zero point is 0 in every channel. */
  private static Tensor quantize(Tensor weight) {
    Tensor wide = weight.to(ScalarType.Float);
    long[] columns = {1};
    Tensor scales =
        wide.abs().amax(columns, false).div(new Scalar(LARGEST)).clamp_min(new Scalar(1e-12));
    Tensor zeroPoints = torch.zeros_like(scales).to(ScalarType.Long);
    return torch.quantize_per_channel(wide, scales, zeroPoints, 0, ScalarType.QInt8);
  }

  @Override
  public Tensor forward(Tensor x, Workspace workspace) {
    // all rows share one scale; reduced range: products of full 8-bit pairs can overflow the
    // kernels of older processors
    return product.times(x, true);
  }

  /** Every row with a scale of its own, as if it were alone. */
  @Override
  public Tensor forwardEach(Tensor x, Workspace workspace) {
    int rows = Math.toIntExact(x.size(1));
    if (rows == 1) {
      return forward(x, workspace);
    }
    Tensor[] out = new Tensor[rows];
    Arrays.setAll(out, r -> forward(x.narrow(1, r, 1), workspace));
    return Tensors.cat(1, out);
  }
}
