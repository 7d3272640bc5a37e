package io.qcpruner.model.nn;

import static java.util.stream.Collectors.joining;

import io.qcpruner.checkpoint.weights.WeightsException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;

/**
 * Builds modules from named weights. Small tensors (norms, biases, embeddings of patches) are
 * brought to the compute type here; large matrices stay as they are stored or are packed. Owns the
 * native memory of what is made in {@link #build}, which must not be used after closing.
 */
public final class ModuleFactory implements AutoCloseable {
  private final NativeOwner owner = new NativeOwner();
  private final Weights weights;
  private final Placement placement;
  private final WeightKind kind;
  private final int shards;
  private final Set<String> matrices = new ConcurrentSkipListSet<>();
  private final Map<String, Int4Store> int4 = new ConcurrentHashMap<>();

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

  /** Whether large matrices are copied into the order of a kernel of libtorch. */
  public boolean packs() {
    return !weights.isPacked() && (kind == WeightKind.HALF || kind == WeightKind.INT8);
  }

  /** Whether prompts are multiplied by the BLAS library with weights of their stored type. */
  public boolean isStored() {
    return kind == WeightKind.STORED || kind == WeightKind.HALF && weights.isPacked();
  }

  /** Whether large matrices have fewer digits than their stored type may have. */
  public boolean isRounded() {
    return kind != WeightKind.STORED;
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

  /** Some outputs of a map; a view of stored weights, a copy of packed ones. */
  public Linear linear(WeightRows rows) throws WeightsException {
    return linear(List.of(rows));
  }

  /** Several maps of the same rows; packed weights are packed together. */
  public LinearGroup group(WeightRows... maps) throws WeightsException {
    long[] widths = Arrays.stream(maps).mapToLong(m -> m.outputs().length()).toArray();
    if (packs()) {
      return new LinearGroup.Joined(linear(List.of(maps)), widths);
    }
    List<Linear> separate = new ArrayList<>();
    for (WeightRows map : maps) {
      separate.add(linear(map));
    }
    return separate.stream().allMatch(RoundingLinear.class::isInstance)
        ? new LinearGroup.RoundedOnce(
            separate.stream().map(RoundingLinear.class::cast).toList(), widths)
        : new LinearGroup.Separate(separate, widths);
  }

  private Linear linear(List<WeightRows> pieces) throws WeightsException {
    pieces.forEach(p -> matrices.add(p.prefix() + ".weight"));
    List<Tensor> biases = new ArrayList<>();
    for (WeightRows piece : pieces) {
      if (piece.bias()) {
        biases.add(rows(tensor(piece.prefix() + ".bias", piece.out()), piece));
      }
    }
    Tensor bias = biases.isEmpty() ? null : joined(biases);
    boolean empty = pieces.stream().allMatch(p -> p.outputs().length() == 0);
    WeightRows only = pieces.get(0);
    if (kindOf(pieces) == WeightKind.INT4) { // never joined
      return new Int4Linear(int4(only), only.outputs(), bias);
    }
    if (weights.isPacked() && kind != WeightKind.HALF) {
      return new MappedInt8Linear(parts(only).rows(only.outputs()), bias);
    }
    if (isStored() || empty) { // packers refuse empty matrices
      return stored(matrix(weights, pieces), optional(empty ? null : bias));
    }
    return reading(pieces, source -> linear(kindOf(pieces), () -> unchecked(source, pieces), bias));
  }

  /** The matrix as it lies packed. */
  private PackedParts parts(WeightRows piece) throws WeightsException {
    String name = piece.prefix() + ".weight";
    return weights
        .packed(name, piece.out(), piece.in())
        .orElseThrow(() -> new WeightsException("tensor " + name + " is not packed"));
  }

  /** The whole matrix in 4 bits, made once for all who want some of its outputs. */
  private Int4Store int4(WeightRows piece) throws WeightsException {
    String name = piece.prefix() + ".weight";
    Int4Store known = int4.get(name);
    if (known != null) {
      return known;
    }
    Int4Store made;
    if (weights.isPacked()) {
      PackedParts parts = parts(piece);
      made = Int4Store.of(parts.codes(), parts.scales(), piece.out(), piece.in());
    } else {
      List<WeightRows> whole =
          List.of(WeightRows.all(piece.prefix(), piece.in(), piece.out(), false));
      made =
          reading(
              whole,
              source -> Int4Store.of(piece.out(), piece.in(), () -> unchecked(source, whole)));
    }
    int4.put(name, made);
    return made;
  }

  /** Makes something of weights that are read once; errors name the matrices. */
  private <T> T reading(List<WeightRows> pieces, Function<Weights, T> maker)
      throws WeightsException {
    try (ReopenedWeights source = weights.reopened()) {
      return maker.apply(source);
    } catch (UncheckedIOException e) {
      throw new WeightsException(e.getCause().getMessage(), e);
    } catch (IllegalArgumentException e) {
      String names = pieces.stream().map(p -> p.prefix() + ".weight").collect(joining(", "));
      throw new WeightsException("tensor " + names + ": " + e.getMessage(), e);
    }
  }

  private static Tensor unchecked(Weights source, List<WeightRows> pieces) {
    try {
      return matrix(source, pieces);
    } catch (WeightsException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Tensor matrix(Weights source, List<WeightRows> pieces) throws WeightsException {
    List<Tensor> matrices = new ArrayList<>();
    for (WeightRows piece : pieces) {
      matrices.add(rows(source.get(piece.prefix() + ".weight", piece.out(), piece.in()), piece));
    }
    return joined(matrices);
  }

  private static TensorOptional optional(Tensor bias) {
    return bias == null ? new TensorOptional() : new TensorOptional(bias);
  }

  private static Tensor rows(Tensor whole, WeightRows piece) {
    return piece.isWhole() ? whole : piece.outputs().of(whole, 0);
  }

  private static Tensor joined(List<Tensor> pieces) {
    return pieces.size() == 1 ? pieces.get(0) : Tensors.cat(0, pieces.toArray(Tensor[]::new));
  }

  /** A linear map of given tensors. */
  public Linear linear(Tensor weight, Tensor bias) {
    return linear(kind == WeightKind.INT4 ? WeightKind.INT8 : kind, () -> weight, bias);
  }

  /**
   * @param weight makes the matrix; a packed copy outlives it
   */
  private Linear linear(WeightKind wanted, Supplier<Tensor> weight, Tensor bias) {
    TensorOptional optional = optional(bias);
    return switch (wanted) {
      case STORED -> stored(weight.get(), optional);
      case HALF -> HalfLinear.of(weight, optional);
      case INT8 -> Int8Linear.of(weight, optional);
      case INT4 -> throw new IllegalArgumentException("4 bits are for the decoder");
    };
  }

  private WeightKind kindOf(List<WeightRows> pieces) {
    return kind.of(pieces.get(0).prefix());
  }

  private Linear stored(Tensor weight, TensorOptional bias) {
    if (!placement.isCpu()) {
      return new PlainLinear(weight.to(placement.device(), placement.compute()), bias);
    }
    return weight.scalar_type().intern() == placement.compute()
        ? new PlainLinear(weight, bias)
        : new NarrowLinear(weight, bias);
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
