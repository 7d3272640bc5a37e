package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * Writes results over temporaries that nobody else holds, because fresh pages cost more than the
 * arithmetic. Where gradients are recorded nothing is overwritten. The values are the same.
 */
public final class Reuse {
  private Reuse() {}

  /** temporary + other, in the memory of the temporary. */
  public static Tensor add(Tensor temporary, Tensor other) {
    return recorded(temporary, other) ? temporary.add(other) : temporary.add_(other);
  }

  /** silu(gate) · up, in the memory of the gate. */
  public static Tensor gated(Tensor gate, Tensor up) {
    return recorded(gate, up) ? torch.silu(gate).mul(up) : torch.silu_(gate).mul_(up);
  }

  /** t · sigmoid(factor · t), in memory of its own. */
  static Tensor swish(Tensor t, double factor) {
    Tensor gate = t.mul(new Scalar(factor));
    return t.requires_grad() ? t.mul(gate.sigmoid()) : gate.sigmoid_().mul_(t);
  }

  private static boolean recorded(Tensor a, Tensor b) {
    return a.requires_grad() || b.requires_grad();
  }
}
