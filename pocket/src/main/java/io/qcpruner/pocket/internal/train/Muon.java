package io.qcpruner.pocket.internal.train;

import io.qcpruner.model.nn.Holder;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import java.util.List;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * Momentum whose update is made orthogonal by a few Newton-Schulz steps. Jordan et al., "Muon: an
 * optimizer for hidden layers in neural networks", 2024. All matrices of one shape are updated
 * together as [n, rows, columns].
 */
final class Muon implements AutoCloseable {

  private static final double MOMENTUM = 0.95;
  private static final int ITERATIONS = 5;
  private static final double A = 3.4445;
  private static final double B = -4.7750;
  private static final double C = 2.0315;

  private final List<Tensor> matrices;
  private final Holder holder = new Holder();
  private final Tensor momentum;
  private final double scale;

  Muon(List<Tensor> matrices) {
    this.matrices = List.copyOf(matrices);
    Tensor first = matrices.get(0);
    long rows = first.size(0);
    long columns = first.numel() / rows;
    this.scale = Math.sqrt(Math.max(1, (double) rows / columns));
    float[] zeros = new float[Math.toIntExact(matrices.size() * rows * columns)];
    this.momentum =
        holder.hold(
            Tensors.ofFloats(
                zeros, io.qcpruner.model.nn.Placement.cpu(), matrices.size(), rows, columns));
  }

  void step(double rate) {
    Scopes.run(() -> update(rate));
  }

  private void update(double rate) {
    Tensor[] gradients = new Tensor[matrices.size()];
    for (int i = 0; i < gradients.length; i++) {
      Tensor g = matrices.get(i).mutable_grad();
      // a stage that doesn't use the decoder leaves its matrices without gradient
      if (!g.defined()) {
        return;
      }
      gradients[i] = g.view(momentum.size(1), momentum.size(2));
    }
    Tensor gradient = torch.stack(new TensorVector(gradients), 0);
    momentum.mul_(new Scalar(MOMENTUM)).add_(gradient, new Scalar(1 - MOMENTUM));
    Tensor direction = gradient.mul(new Scalar(1 - MOMENTUM)).add(momentum, new Scalar(MOMENTUM));
    Tensor update = orthogonal(direction);
    for (int i = 0; i < gradients.length; i++) {
      Tensor matrix = matrices.get(i);
      matrix.add_(update.select(0, i).view(Tensors.shape(matrix)), new Scalar(-rate * scale));
      gradients[i].zero_();
    }
  }

  /** Singular values to about one, singular vectors kept. */
  static Tensor orthogonal(Tensor m) {
    boolean tall = m.size(1) > m.size(2);
    Tensor x = tall ? m.transpose(1, 2) : m;
    Tensor squares = x.square().sum(new long[] {1, 2}, true, new ScalarTypeOptional());
    x = x.mul(squares.add(new Scalar(1e-12)).rsqrt());
    for (int i = 0; i < ITERATIONS; i++) {
      Tensor gram = torch.bmm(x, x.transpose(1, 2));
      Tensor poly = torch.baddbmm(gram, gram, gram, new Scalar(B), new Scalar(C));
      x = torch.baddbmm(x, poly, x, new Scalar(A), new Scalar(1));
    }
    return tall ? x.transpose(1, 2) : x;
  }

  @Override
  public void close() {
    holder.close();
  }
}
