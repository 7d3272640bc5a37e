package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.OperatorHandle;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Weights rounded to 8 bits with one scale per output channel, packed once for libtorch's integer
 * kernels; activations are rounded to 8 bits at run time with one scale per call. Inference only.
 */
final class Int8Linear implements Linear {
  private static final double LARGEST = 127;

  private final OperatorHandle kernel;
  private final IValue packed;

  private Int8Linear(OperatorHandle kernel, IValue packed) {
    this.kernel = kernel;
    this.packed = packed;
  }

  static Int8Linear of(Tensor weight, TensorOptional bias) {
    Holder forever = new Holder();
    IValue packed =
        Scopes.keep(
            () -> {
              IValue b = bias.has_value() ? new IValue(bias.get()) : new IValue();
              return call(operator("linear_prepack"), new IValue(quantize(weight)), b);
            });
    return new Int8Linear(forever.hold(operator("linear_dynamic")), forever.hold(packed));
  }

  /** The kernels have no C++ function of their own, so they are reached by name. */
  private static OperatorHandle operator(String name) {
    return Dispatcher.singleton().findSchemaOrThrow("quantized::" + name, "");
  }

  private static IValue call(OperatorHandle operator, IValue... arguments) {
    IValueVector stack = new IValueVector(arguments);
    operator.callBoxed(stack);
    return new IValue(stack.get(0));
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
    IValue result = call(kernel, new IValue(x), packed, new IValue(true));
    // toTensor() points into the value, which dies with the scope: make a handle of its own
    return new Tensor(result.toTensor());
  }
}
