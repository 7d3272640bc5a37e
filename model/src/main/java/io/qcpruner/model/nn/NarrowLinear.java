package io.qcpruner.model.nn;

import io.qcpruner.model.nn.Member.Share;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Weights stay in their stored 16-bit type. Many rows: the weight is widened into the request's
 * scratch, because the CPU multiplies floats an order of magnitude faster. Few rows: reading the
 * weight is the cost, so it is used as it is.
 */
final class NarrowLinear implements Linear {
  /** Up to this many rows the product is bound by reading the weight. */
  private static final long FEW_ROWS = 4;

  private final Tensor weight;
  private final TensorOptional bias;

  NarrowLinear(Tensor weight, TensorOptional bias) {
    this.weight = weight;
    this.bias = bias;
  }

  @Override
  public Tensor forward(Tensor x, Workspace workspace) {
    long rows = x.numel() / x.size(-1);
    if (rows > FEW_ROWS) {
      return torch.linear(x, workspace.widen(weight), bias);
    }
    Tensor y = torch.linear(x.to(weight.scalar_type()), weight).to(x.scalar_type());
    return bias.has_value() ? y.add(bias.get()) : y;
  }

  @Override
  public Linear outputs(Share share) {
    return new NarrowLinear(share.of(weight, 0), share.of(bias));
  }
}
