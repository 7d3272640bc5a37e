package io.qcpruner.model.nn;

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

  static Int8Linear of(Tensor weight, TensorOptional bias) {
    return new Int8Linear(
        PackedProduct.of("linear_prepack", "linear_dynamic", () -> quantize(weight), bias));
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
    // reduced range: products of full 8-bit pairs can overflow the kernels of older processors
    return product.times(x, true);
  }
}
