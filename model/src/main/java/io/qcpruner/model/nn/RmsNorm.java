package io.qcpruner.model.nn;

import io.qcpruner.kernels.RowKernels;
import java.nio.ByteBuffer;
import org.bytedeco.pytorch.DoubleOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/** RMS(x; g) = g · x / sqrt(mean(x²) + eps) over the last dimension. */
public final class RmsNorm {
  private final TensorOptional gain;
  private final DoubleOptional eps;
  private final long[] size;
  private final float added;
  private volatile ByteBuffer gains;

  RmsNorm(Tensor gain, double eps) {
    this.gain = new TensorOptional(gain);
    this.eps = new DoubleOptional(eps);
    this.size = new long[] {gain.size(0)};
    this.added = (float) eps;
  }

  public Tensor forward(Tensor x) {
    return torch.rms_norm(x, size, gain, eps);
  }

  /** Like above, for rows in native memory. */
  public void forward(FewRows x, FewRows y, RowKernels kernels) {
    kernels.rmsNorm(x.numbers(), gains(), x.rows(), x.width(), added, y.numbers());
  }

  /** Asked for when new rows come: on other devices there is none. */
  private ByteBuffer gains() {
    if (gains == null) {
      gains = NativeBytes.of(gain.get());
    }
    return gains;
  }
}
