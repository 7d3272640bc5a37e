package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** Layer norm over the last dimension: biased variance, epsilon inside the root. */
public final class LayerNorm {
  private final TensorOptional gain;
  private final TensorOptional bias;
  private final double eps;
  private final long[] size;

  LayerNorm(Tensor gain, Tensor bias, double eps) {
    this.gain = new TensorOptional(gain);
    this.bias = new TensorOptional(bias);
    this.eps = eps;
    this.size = new long[] {gain.size(0)};
  }

  public Tensor forward(Tensor x) {
    return torch.layer_norm(x, size, gain, bias, eps, false);
  }
}
