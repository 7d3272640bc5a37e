package io.qcpruner.model.nn;

import io.qcpruner.kernels.RowKernels;
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

  /** Whether gradients of the weights are recorded, which kernels do not. */
  public boolean recordsGradients() {
    return gain.get().requires_grad() || bias.get().requires_grad();
  }

  /** Like above, for rows in native memory. */
  public void forward(FewRows x, FewRows y, RowKernels kernels) {
    kernels.layerNorm(
        x.numbers(),
        NativeBytes.of(gain.get()),
        NativeBytes.of(bias.get()),
        x.rows(),
        x.width(),
        (float) eps,
        y.numbers());
  }

  public Tensor forward(Tensor x) {
    return torch.layer_norm(x, size, gain, bias, eps, false);
  }
}
