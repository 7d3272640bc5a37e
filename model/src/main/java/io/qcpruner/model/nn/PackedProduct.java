package io.qcpruner.model.nn;

import java.util.function.Supplier;
import org.bytedeco.pytorch.IValue;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;

/**
 * A matrix packed once in the order in which a kernel of libtorch reads it, and that kernel.
 * Inference only.
 */
final class PackedProduct {
  private final EngineOperator kernel;
  private final IValue packed;

  private PackedProduct(EngineOperator kernel, IValue packed) {
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
      return operator(packer).result(weight, bias);
    } catch (RuntimeException e) {
      throw new PackingNotSupportedException(
          "libtorch has no packed products of this kind for this processor; weights as stored work everywhere",
          e);
    }
  }

  /** x Wᵀ + b. */
  Tensor times(Tensor x) {
    return kernel.tensor(new IValue(x), packed);
  }

  /** x Wᵀ + b by a kernel that takes one more switch. */
  Tensor times(Tensor x, boolean option) {
    return kernel.tensor(new IValue(x), packed, new IValue(option));
  }

  private static EngineOperator operator(String name) {
    return EngineOperator.named("quantized::" + name);
  }
}
