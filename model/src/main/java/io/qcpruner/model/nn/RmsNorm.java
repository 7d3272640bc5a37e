package io.qcpruner.model.nn;

import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** RMS(x; g) = g · x / sqrt(mean(x²) + eps) over the last dimension. */
public final class RmsNorm {
  private final TensorOptional gain;
  private final DoubleOptional eps;
  private final long[] size;

  RmsNorm(Tensor gain, double eps) {
    this.gain = new TensorOptional(gain);
    this.eps = new DoubleOptional(eps);
    this.size = new long[] {gain.size(0)};
  }

  public Tensor forward(Tensor x) {
    return torch.rms_norm(x, size, gain, eps);
  }
}
