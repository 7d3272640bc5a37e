package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.RowKernels;
import java.nio.ByteBuffer;
import org.bytedeco.javacpp.FloatPointer;
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

  /** The same for rows in Java arrays. */
  public void forward(FewRows x, float[] y, Workspace workspace) {
    float[] gains = new float[x.width()];
    Scopes.run(() -> new FloatPointer(gain.get().data_ptr()).get(gains));
    float added = (float) eps.get();
    RowKernels kernels = RowKernels.ofThisMachine();
    ByteBuffer room = workspace.room(RowKernels.room(x.width()));
    for (int r = 0; r < x.rows(); r++) {
      int at = r * x.width();
      kernels.rmsNorm(x.values(), at, gains, x.width(), added, y, at, room);
    }
  }
}
