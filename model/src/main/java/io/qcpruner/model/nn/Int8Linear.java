package io.qcpruner.model.nn;

import java.util.function.Supplier;
import org.bytedeco.javacpp.FloatPointer;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Weights rounded to 8 bits with one scale per output channel, packed once for libtorch's integer
 * kernels. A prompt's activations are rounded at run time with one scale per call, a few rows of
 * different requests with one scale each. {@link MappedInt8Linear} gives the same bits.
 */
final class Int8Linear implements Linear {
  private static final double LARGEST = 127;

  /** The step of codes that the kernel is led to choose for a few rows; a power of two is exact. */
  private static final float STEP = 1 / 64f;

  private final PackedProduct product;
  private final TensorOptional bias;
  private final int inputs;
  private final int outputs;

  private Int8Linear(PackedProduct product, TensorOptional bias, int inputs, int outputs) {
    this.product = product;
    this.bias = bias;
    this.inputs = inputs;
    this.outputs = outputs;
  }

  static Int8Linear of(Supplier<Tensor> weight, TensorOptional bias) {
    try (Tensor quantized = Scopes.keep(() -> quantize(weight.get()))) {
      PackedProduct product =
          PackedProduct.of(
              "linear_prepack", "linear_dynamic", () -> quantized, new TensorOptional());
      return new Int8Linear(product, bias, (int) quantized.size(1), (int) quantized.size(0));
    }
  }

  /** Symmetric, so that the zero point is 0 in every channel. */
  static Tensor quantize(Tensor weight) {
    Tensor wide = weight.to(ScalarType.Float);
    Tensor scales = scales(wide);
    Tensor zeroPoints = torch.zeros_like(scales).to(ScalarType.Long);
    return torch.quantize_per_channel(wide, scales, zeroPoints, 0, ScalarType.QInt8);
  }

  /** The scale of each output, [out]. */
  static Tensor scales(Tensor weight) {
    long[] columns = {1};
    return weight
        .to(ScalarType.Float)
        .abs()
        .amax(columns, false)
        .div(new Scalar(LARGEST))
        .clamp_min(new Scalar(1e-12));
  }

  @Override
  public Tensor forward(Tensor x, Workspace workspace) {
    // all rows share one scale; reduced range: products of full 8-bit pairs can overflow the
    // kernels of older processors
    Tensor y = product.times(x, true);
    return bias.has_value() ? y.add_(bias.get()) : y;
  }

  @Override
  public Tensor forwardEach(Tensor x, Workspace workspace) {
    return FewRows.map(this, outputs, x, workspace);
  }

  /**
   * The kernel rounds all rows with one scale, which it takes from the smallest and the largest
   * number. Rows are rounded here and a further row holds both ends of the range, so that the
   * kernel finds the same codes whatever the rows are.
   */
  @Override
  public void multiply(FewRows x, float[] y, int at, int stride, Workspace workspace) {
    int n = x.rows();
    float[] codes = new float[(n + 1) * inputs];
    float[] scales = Int8Rows.round(x, STEP, codes);
    codes[n * inputs] = -1;
    codes[n * inputs + 1] = 1 - STEP;
    FewRows guarded = new FewRows(codes, n + 1, inputs);
    Scopes.run(
        () -> {
          Tensor made = product.times(workspace.input(guarded), true).contiguous();
          FloatPointer numbers = new FloatPointer(made.data_ptr());
          for (int r = 0; r < n; r++) {
            numbers.position((long) r * outputs).get(y, at + r * stride, outputs);
          }
        });
    for (int r = 0; r < n; r++) {
      float scale = scales[r] / STEP;
      for (int o = at + r * stride; o < at + r * stride + outputs; o++) {
        y[o] *= scale;
      }
    }
    if (bias.has_value()) {
      MappedMatrix.add(bias.get(), outputs, x.rows(), y, at, stride);
    }
  }
}
