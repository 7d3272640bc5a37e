package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Weights stay in their stored 16-bit type. Many rows: the weight is widened into the request's
 * scratch, because the CPU multiplies floats an order of magnitude faster; part by part, so that a
 * part is still in the cache when it is multiplied. Few rows: reading the weight is the cost, so it
 * is used as it is.
 */
final class NarrowLinear implements Linear {
  /** Up to this many rows the product is bound by reading the weight. */
  private static final long FEW_ROWS = 4;

  /** Outputs that are widened at a time: 2 MB of floats at width 1024, 8 MB at 4096. */
  private static final long PART = 512;

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
      return widened(x, workspace);
    }
    Tensor y = torch.linear(x.to(weight.scalar_type()), weight).to(x.scalar_type());
    return bias.has_value() ? y.add(bias.get()) : y;
  }

  @Override
  public Tensor forwardInFloat(Tensor x, Workspace workspace) {
    return widened(x, workspace);
  }

  private Tensor widened(Tensor x, Workspace workspace) {
    long outputs = weight.size(0);
    if (outputs <= PART) {
      return torch.linear(x, workspace.widen(weight), bias);
    }
    long[] shape = Tensors.shape(x);
    shape[shape.length - 1] = outputs;
    Tensor y = Tensors.emptyLike(x, shape);
    for (long from = 0; from < outputs; from += PART) {
      Slice part = new Slice(from, Math.min(PART, outputs - from));
      Scopes.run(
          () -> {
            Tensor w = workspace.widen(part.of(weight, 0));
            part.of(y, -1).copy_(torch.linear(x, w, part.of(bias)));
          });
    }
    return y;
  }
}
