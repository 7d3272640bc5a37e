package io.qcpruner.model.nn;

import java.util.function.Supplier;
import org.bytedeco.pytorch.Dispatcher;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.IValueVector;
import org.bytedeco.pytorch.OperatorHandle;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;

/**
 * A matrix packed once in the order in which a kernel of libtorch reads it, and that kernel. The
 * kernels have no C++ function of their own, so they are reached by name. Inference only.
 */
final class PackedProduct {
  private final OperatorHandle kernel;
  private final IValue packed;

  private PackedProduct(OperatorHandle kernel, IValue packed) {
    this.kernel = kernel;
    this.packed = packed;
  }

  /**
   * @param packer operator that packs the matrix and its bias
   * @param kernel operator that multiplies with what the packer made
   * @param weight makes the matrix in the packer's type; freed when it is packed
   */
  static PackedProduct of(
      String packer, String kernel, Supplier<Tensor> weight, TensorOptional bias) {
    IValue packed =
        Scopes.keep(
            () -> {
              IValue b = bias.has_value() ? new IValue(bias.get()) : new IValue();
              return pack(packer, new IValue(weight.get()), b);
            });
    return new PackedProduct(operator(kernel), packed);
  }

  private static IValue pack(String packer, IValue weight, IValue bias) {
    try {
      return call(operator(packer), weight, bias);
    } catch (RuntimeException e) {
      throw new PackingNotSupportedException(
          "libtorch has no packed products of this kind for this processor; weights as stored work everywhere",
          e);
    }
  }

  /** x Wᵀ + b. */
  Tensor times(Tensor x) {
    return own(call(kernel, new IValue(x), packed));
  }

  /** x Wᵀ + b by a kernel that takes one more switch. */
  Tensor times(Tensor x, boolean option) {
    return own(call(kernel, new IValue(x), packed, new IValue(option)));
  }

  /** toTensor() points into the value, which dies with the scope: a handle of its own. */
  private static Tensor own(IValue result) {
    return new Tensor(result.toTensor());
  }

  private static OperatorHandle operator(String name) {
    return Dispatcher.singleton().findSchemaOrThrow("quantized::" + name, "");
  }

  private static IValue call(OperatorHandle operator, IValue... arguments) {
    IValueVector stack = new IValueVector(arguments);
    operator.callBoxed(stack);
    return new IValue(stack.get(0));
  }
}
