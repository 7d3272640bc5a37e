package io.qcpruner.model.nn;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.weights.Weights;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;

/**
 * Builds modules from named weights. Small tensors (norms, biases, embeddings of patches) are
 * brought to the compute type here; large matrices stay as they are stored or are packed. Owns the
 * native memory of what is made in {@link #build}, which must not be used after closing.
 */
public final class Parts implements AutoCloseable {
  private final NativeOwner owner = new NativeOwner();
  private final Weights weights;
  private final Placement placement;
  private final WeightKind kind;

  public Parts(Weights weights, Placement placement) {
    this(weights, placement, WeightKind.STORED);
  }

  public Parts(Weights weights, Placement placement, WeightKind kind) {
    if (kind != WeightKind.STORED && !placement.isCpu()) {
      throw new IllegalArgumentException(
          "packed weights (half, int8) need the CPU, not " + placement);
    }
    this.weights = weights;
    this.placement = placement;
    this.kind = kind;
  }

  public Placement placement() {
    return placement;
  }

  /**
   * How a thread team can split products of many rows with the same results up to rounding. Packed
   * weights can't be split by outputs, and 8-bit products also not by rows, because all rows of a
   * call share one scale.
   */
  public Optional<ProductSplit> split() {
    return switch (kind) {
      case HALF -> Optional.of(ProductSplit.ROWS);
      case STORED -> placement.isCpu() ? Optional.of(ProductSplit.OUTPUTS) : Optional.empty();
      case INT8 -> Optional.empty();
    };
  }

  /** Makes modules whose native memory lives until this object is closed. */
  public <T, E extends Exception> T build(NativeOwner.Body<T, E> maker) throws E {
    return owner.own(maker);
  }

  public boolean has(String name) {
    return weights.has(name);
  }

  /** Makes the module of one layer. */
  @FunctionalInterface
  public interface LayerMaker<T> {
    T make(int layer) throws WeightsException;
  }

  /** Layers 0 to count - 1. Packing runs on one thread, so packed layers are made side by side. */
  public <T> List<T> layers(int count, LayerMaker<T> maker) throws WeightsException {
    IntStream indices = IntStream.range(0, count);
    try {
      return kind == WeightKind.STORED
          ? indices.mapToObj(i -> unchecked(maker, i)).toList()
          : indices.parallel().mapToObj(i -> owned(maker, i)).toList();
    } catch (UncheckedIOException e) {
      throw new WeightsException(e.getCause().getMessage(), e);
    }
  }

  /** Other threads are outside the scope that {@link #build} opened on its own. */
  private <T> T owned(LayerMaker<T> maker, int layer) {
    return owner.own(() -> unchecked(maker, layer));
  }

  private static <T> T unchecked(LayerMaker<T> maker, int layer) {
    try {
      return maker.make(layer);
    } catch (WeightsException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code prefix.weight} [out, in] and, if asked for, {@code prefix.bias} [out]. */
  public Linear linear(String prefix, int in, int out, boolean withBias) throws WeightsException {
    Tensor bias = withBias ? tensor(prefix + ".bias", out) : null;
    String name = prefix + ".weight";
    Tensor weight = weights.get(name, out, in);
    try {
      return linear(weight, bias);
    } catch (IllegalArgumentException e) {
      throw new WeightsException("tensor " + name + ": " + e.getMessage(), e);
    }
  }

  /** A linear map of given tensors. */
  public Linear linear(Tensor weight, Tensor bias) {
    TensorOptional optional = bias == null ? new TensorOptional() : new TensorOptional(bias);
    if (!placement.isCpu()) {
      return new PlainLinear(weight.to(placement.device(), placement.compute()), optional);
    }
    return switch (kind) {
      case STORED ->
          weight.scalar_type().intern() == placement.compute()
              ? new PlainLinear(weight, optional)
              : new NarrowLinear(weight, optional);
      case HALF -> HalfLinear.of(weight, optional);
      case INT8 -> Int8Linear.of(weight, optional);
    };
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

  @Override
  public void close() {
    owner.close();
  }
}
