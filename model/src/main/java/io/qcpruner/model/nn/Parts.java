package io.qcpruner.model.nn;

import io.qcpruner.model.weights.Weights;
import io.qcpruner.model.weights.WeightsException;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;

/**
 * Builds modules from named weights. Small tensors (norms, biases, embeddings of patches) are
 * brought to the compute type here; large matrices stay as they are stored.
 */
public final class Parts {
  private final Weights weights;
  private final Placement placement;
  private final WeightKind kind;

  public Parts(Weights weights, Placement placement) {
    this(weights, placement, WeightKind.STORED);
  }

  public Parts(Weights weights, Placement placement, WeightKind kind) {
    if (kind == WeightKind.INT8 && !placement.isCpu()) {
      throw new IllegalArgumentException("8-bit weights need the CPU, not " + placement);
    }
    this.weights = weights;
    this.placement = placement;
    this.kind = kind;
  }

  public Placement placement() {
    return placement;
  }

  public boolean has(String name) {
    return weights.has(name);
  }

  /** {@code prefix.weight} [out, in] and, if asked for, {@code prefix.bias} [out]. */
  public Linear linear(String prefix, int in, int out, boolean withBias) throws WeightsException {
    Tensor bias = withBias ? tensor(prefix + ".bias", out) : null;
    return linear(weights.get(prefix + ".weight", out, in), bias);
  }

  /** A linear map of given tensors. */
  public Linear linear(Tensor weight, Tensor bias) {
    TensorOptional optional = bias == null ? new TensorOptional() : new TensorOptional(bias);
    if (!placement.isCpu()) {
      return new PlainLinear(weight.to(placement.device(), placement.compute()), optional);
    }
    if (kind == WeightKind.INT8) {
      return Int8Linear.of(weight, optional);
    }
    boolean plain = weight.scalar_type().intern() == placement.compute();
    return plain ? new PlainLinear(weight, optional) : new NarrowLinear(weight, optional);
  }

  public RmsNorm rmsNorm(String name, int size, double eps) throws WeightsException {
    return new RmsNorm(tensor(name + ".weight", size), eps);
  }

  public LayerNorm layerNorm(String name, int size, double eps) throws WeightsException {
    return new LayerNorm(tensor(name + ".weight", size), tensor(name + ".bias", size), eps);
  }

  /** A small tensor in the compute type on the device. */
  public Tensor tensor(String name, long... shape) throws WeightsException {
    return weights.get(name, shape).to(placement.device(), placement.compute());
  }

  /** A large tensor as it is stored; on a GPU a copy on the device in the compute type. */
  public Tensor stored(String name, long... shape) throws WeightsException {
    Tensor weight = weights.get(name, shape);
    return placement.isCpu() ? weight : weight.to(placement.device(), placement.compute());
  }
}
