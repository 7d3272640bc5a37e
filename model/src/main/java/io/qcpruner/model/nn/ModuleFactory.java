package io.qcpruner.model.nn;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.kernels.CacheType;
import io.qcpruner.kernels.CodeBits;
import io.qcpruner.kernels.RowKernels;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * Builds modules from named weights. Small tensors (norms, biases, embeddings of patches) are
 * brought to the compute type here; large matrices stay as they are stored or are packed. Owns the
 * native memory of what is made in {@link #build}, which must not be used after closing.
 */
public final class ModuleFactory implements AutoCloseable {
  private final NativeOwner owner = new NativeOwner();
  private final ResourceStack used = new ResourceStack();
  private final Weights weights;
  private final Placement placement;
  private final WeightKind kind;
  private final int shards;
  private final Set<String> matrices = new ConcurrentSkipListSet<>();
  private final Map<String, Tensor> halves = new ConcurrentHashMap<>();
  private final Map<String, PackedParts> codes = new ConcurrentHashMap<>();

  public ModuleFactory(Weights weights, Placement placement) {
    this(weights, placement, WeightKind.STORED);
  }

  /** With one shard for each thread that the engine and the team of this process may use. */
  public ModuleFactory(Weights weights, Placement placement, WeightKind kind) {
    this(weights, placement, kind, placement.isCpu() ? ThreadTeam.shared().allowed() : 1);
  }

  public ModuleFactory(Weights weights, Placement placement, WeightKind kind, int shards) {
    if (kind != WeightKind.STORED && !placement.isCpu()) {
      throw new IllegalArgumentException(
          "packed weights (half, int8, int4) need the CPU, not " + placement);
    }
    this.weights = weights;
    this.placement = placement;
    this.kind = kind;
    this.shards = shards;
  }

  public Placement placement() {
    return placement;
  }

  /** Whether prompts are multiplied by the BLAS library. */
  public boolean usesBlas() {
    boolean codes = kind == WeightKind.INT8 || kind == WeightKind.INT4;
    return !RowKernels.ofThisMachine().servesPrompts(codes);
  }

  /** What new tokens read keys and values from. */
  public CacheType caches() {
    return kind.caches();
  }

  /** The names of the matrices of all linear maps that were made. */
  public List<String> matrices() {
    return List.copyOf(matrices);
  }

  /** In how many parts the outputs of decoder products are cut, one for each thread of a team. */
  public int shards() {
    return shards;
  }

  /** Makes modules whose native memory lives until this object is closed. */
  public <T, E extends Exception> T build(NativeOwner.Body<T, E> maker) throws E {
    return owner.own(maker);
  }

  /** Closes what modules keep while they are used together with them. */
  public <T extends AutoCloseable> T closes(T resource) {
    return used.add(resource);
  }

  public boolean has(String name) {
    return weights.has(name);
  }

  /** Makes the module of one layer. */
  @FunctionalInterface
  public interface LayerMaker<T> {
    T make(int layer) throws WeightsException;
  }

  /**
   * Layers 0 to count - 1. Packing runs on one thread, and mapped parts are many small tensors, so
   * layers that are packed or to be packed are made side by side.
   */
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
    return linear(WeightRows.all(prefix, in, out, withBias));
  }

  /** Several maps of the same rows. */
  public LinearGroup group(WeightRows... maps) throws WeightsException {
    long[] widths = Arrays.stream(maps).mapToLong(m -> m.outputs().length()).toArray();
    List<Linear> made = new ArrayList<>();
    for (WeightRows map : maps) {
      made.add(linear(map));
    }
    return new LinearGroup(made, widths);
  }

  /** Some outputs of a map: a view of the matrix, which is stored or rounded once for all. */
  public Linear linear(WeightRows rows) throws WeightsException {
    String name = rows.prefix() + ".weight";
    matrices.add(name);
    TensorOptional bias = new TensorOptional();
    if (rows.bias()) {
      bias = new TensorOptional(rows.of(tensor(rows.prefix() + ".bias", rows.out())));
    }
    return switch (kind.of(rows.prefix())) {
      case STORED -> stored(rows.of(weights.get(name, rows.out(), rows.in())), bias);
      case HALF -> stored(rows.of(half(rows)), bias);
      case INT8 -> codes(CodeBits.EIGHT, rows, bias);
      case INT4 -> codes(CodeBits.FOUR, rows, bias);
    };
  }

  private Tensor half(WeightRows rows) throws WeightsException {
    if (!weights.isPacked()) {
      Optional<Tensor> made = rounded(halves, rows, w -> isHalf(w) ? null : PackedParts.half(w));
      if (made.isPresent()) {
        return made.get();
      }
    }
    return weights.get(rows.prefix() + ".weight", rows.out(), rows.in());
  }

  private static boolean isHalf(Tensor weight) {
    return weight.scalar_type().intern() == ScalarType.Half;
  }

  private Linear codes(CodeBits bits, WeightRows rows, TensorOptional bias)
      throws WeightsException {
    PackedParts parts =
        weights.isPacked()
            ? parts(rows)
            : rounded(codes, rows, w -> PackedParts.rounded(bits, w)).orElseThrow();
    return new CodeLinear(parts, parts.matrix(rows.out(), rows.in()), rows.outputs(), bias);
  }

  /** The matrix as it lies packed. */
  private PackedParts parts(WeightRows piece) throws WeightsException {
    String name = piece.prefix() + ".weight";
    return weights
        .packed(name, piece.out(), piece.in())
        .orElseThrow(() -> new WeightsException("tensor " + name + " is not packed"));
  }

  /**
   * What the whole matrix becomes, made once for all who want some of its outputs, of weights that
   * are read once; errors name the matrix.
   *
   * @param rounding returns null if the matrix is good as it is
   */
  private <T> Optional<T> rounded(
      Map<String, T> made, WeightRows rows, Function<Tensor, T> rounding) throws WeightsException {
    String name = rows.prefix() + ".weight";
    if (made.containsKey(name)) {
      return Optional.of(made.get(name));
    }
    try (ReopenedWeights source = weights.reopened()) {
      Optional<T> now =
          Optional.ofNullable(rounding.apply(source.get(name, rows.out(), rows.in())));
      now.ifPresent(m -> made.put(name, m));
      return now;
    } catch (IllegalArgumentException e) {
      throw new WeightsException("tensor " + name + ": " + e.getMessage(), e);
    }
  }

  /** A linear map of given tensors. */
  public Linear linear(Tensor weight, Tensor bias) {
    TensorOptional optional = bias == null ? new TensorOptional() : new TensorOptional(bias);
    return switch (kind) {
      case STORED -> stored(weight, optional);
      case HALF -> stored(PackedParts.half(weight), optional);
      case INT8, INT4 -> {
        PackedParts parts = PackedParts.rounded(CodeBits.EIGHT, weight);
        int outputs = Math.toIntExact(weight.size(0));
        yield new CodeLinear(
            parts,
            parts.matrix(outputs, Math.toIntExact(weight.size(1))),
            new Slice(0, outputs),
            optional);
      }
    };
  }

  private Linear stored(Tensor weight, TensorOptional bias) {
    if (!placement.isCpu()) {
      return new PlainLinear(weight.to(placement.device(), placement.compute()), bias);
    }
    if (weight.scalar_type().intern() == placement.compute()) {
      return new PlainLinear(weight, bias);
    }
    return MappedMatrix.isReadable(weight)
        ? new NarrowLinear(weight, bias)
        : new PlainLinear(weight.to(placement.compute()), bias); // doubles
  }

  public RmsNorm rmsNorm(String name, int size, double eps) throws WeightsException {
    return new RmsNorm(tensor(name + ".weight", size), eps);
  }

  public LayerNorm layerNorm(String name, int size, double eps) throws WeightsException {
    return new LayerNorm(tensor(name + ".weight", size), tensor(name + ".bias", size), eps);
  }

  /** A small map of given tensors in the compute type, which is never rounded. */
  public Linear exactLinear(Tensor weight, Tensor bias) {
    return new PlainLinear(weight, bias == null ? new TensorOptional() : new TensorOptional(bias));
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
    used.close();
    owner.close();
  }
}
