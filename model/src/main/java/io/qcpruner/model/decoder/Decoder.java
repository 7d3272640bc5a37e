package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.kernels.CacheType;
import io.qcpruner.kernels.RowKernels;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Blas;
import io.qcpruner.model.nn.EmbeddingTable;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.RmsNorm;
import io.qcpruner.model.nn.Rotary;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.nn.TurnBlocks;
import io.qcpruner.model.nn.TurnBlocks.Turn;
import io.qcpruner.model.nn.WeightRows;
import io.qcpruner.model.nn.Workspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/**
 * A Llama, Qwen2 or Qwen3 decoder: immutable weights, no state. One layer at a time is the only way
 * to run it, so anything can happen between two layers.
 */
public final class Decoder {

  private final DecoderConfig config;
  private final Placement placement;
  private final EmbeddingTable embedding;
  private final List<DecoderLayer> layers;
  private final RmsNorm norm;
  private final Linear head;
  private final Rotary rotary;
  private final TurnBlocks turns;
  private final List<Linear> headShards;
  private final Optional<ThreadTeam> team; // for prompts
  private final Optional<ThreadTeam> tokenTeam;
  private final CacheType caches;
  private final TokenPrograms programs;

  public Decoder(DecoderConfig config, ModuleFactory modules) throws WeightsException {
    this.config = config;
    this.placement = modules.placement();
    int d = config.hiddenSize();
    this.embedding =
        new EmbeddingTable(
            modules.stored("lm.embed_tokens.weight", config.vocabSize(), d), placement);
    this.layers =
        modules.layers(
            config.layers(), i -> new DecoderLayer(config, modules, "lm.layers." + i + "."));
    this.norm = modules.rmsNorm("lm.norm", d, config.rmsEps());
    boolean tied = config.tiedHead() && !modules.has("lm_head.weight");
    String headName = tied ? "lm.embed_tokens" : "lm_head";
    this.headShards = headShards(headName, modules);
    this.head = modules.linear(headName, d, config.vocabSize(), false);
    this.rotary =
        new Rotary(
            config.headDim(),
            config.ropeTheta(),
            config.mropeSection(),
            config.interleavedAxes(),
            config.ropeScaling(),
            placement);
    this.turns = new TurnBlocks(rotary, config.axes(), config.headDim());
    this.team = teamWherePaying(modules, Blas.chosen());
    this.tokenTeam = Optional.of(ThreadTeam.shared());
    this.caches = runsInArrays() ? modules.caches() : CacheType.F32;
    this.programs = modules.closes(new TokenPrograms());
  }

  private List<Linear> headShards(String name, ModuleFactory modules) throws WeightsException {
    List<Linear> made = new ArrayList<>();
    for (int i = 0; i < modules.shards(); i++) {
      Slice words = Slice.part(config.vocabSize(), i, modules.shards());
      made.add(
          modules.linear(
              new WeightRows(name, config.hiddenSize(), config.vocabSize(), false, words)));
    }
    return List.copyOf(made);
  }

  /**
   * The team of the process, unless its threads would wait for each other in the BLAS library or
   * there are no kernels for what lies between products.
   */
  static Optional<ThreadTeam> teamWherePaying(ModuleFactory modules, Blas blas) {
    Placement placement = modules.placement();
    boolean pays = !modules.usesBlas() || blas.servesManyThreads();
    boolean kernels =
        placement.isCpu()
            && placement.compute() == ScalarType.Float
            && RowKernels.ofThisMachine().servesPrompts(true);
    return pays && kernels ? Optional.of(ThreadTeam.shared()) : Optional.empty();
  }

  private Decoder(
      Decoder same, Optional<ThreadTeam> team, Optional<ThreadTeam> tokenTeam, CacheType caches) {
    this.config = same.config;
    this.placement = same.placement;
    this.embedding = same.embedding;
    this.layers = same.layers;
    this.norm = same.norm;
    this.head = same.head;
    this.rotary = same.rotary;
    this.turns = same.turns;
    this.headShards = same.headShards;
    this.team = team;
    this.tokenTeam = tokenTeam;
    this.caches = caches;
    this.programs = same.programs;
  }

  /**
   * A copy with the same weights, run on this team or, without one, on the engine's own threads.
   */
  public Decoder withTeam(Optional<ThreadTeam> other) {
    return new Decoder(this, other, other, caches);
  }

  /** A copy of this decoder that stores caches in the given type. */
  Decoder withCaches(CacheType other) {
    return new Decoder(this, team, tokenTeam, other);
  }

  public DecoderConfig config() {
    return config;
  }

  public Placement placement() {
    return placement;
  }

  public Rotary rotary() {
    return rotary;
  }

  /** Angles of new tokens. */
  TurnBlocks turns() {
    return turns;
  }

  /** Embedding rows of token ids: [n] to [n, D], or [B, n] to [B, n, D]. */
  public Tensor embed(Tensor ids) {
    return embedding.rows(ids);
  }

  EmbeddingTable embedding() {
    return embedding;
  }

  public Tensor embed(int[] ids) {
    return Scopes.keep(() -> embed(Tensors.ofIndices(ids, placement)));
  }

  /** Runs zero-based layer l on h [B, n, D]; the result belongs to the enclosing scope. */
  public Tensor layer(int l, Tensor h, LayerPass pass) {
    DecoderLayer layer = layers.get(l);
    return Scopes.keep(
        () ->
            team.flatMap(t -> new TeamLayer(config, t).tryForward(layer, h, pass))
                .orElseGet(() -> layer.forward(h, pass)));
  }

  /**
   * What layer l would compute from h [n, D]: queries [H, m, d_h] of some rows and keys [H_kv, n,
   * d_h] of all; they belong to the enclosing scope.
   *
   * @param table positions of all rows; empty leaves queries and keys unrotated
   */
  public QueryKeys queryKeys(int l, Tensor h, int[] rows, Optional<RotaryTable> table) {
    try (Workspace workspace = new Workspace(placement)) {
      return layers.get(l).queryKeys(h, Tensors.ofIndices(rows, placement), table, workspace);
    }
  }

  /** One new row of each sequence, h [n, D]; returns the logits [n, vocabulary]. */
  float[] runTokens(List<DecodeState> states, List<Turn[]> turns, float[] h) {
    int workers = tokenTeam.map(t -> Math.min(headShards.size(), t.allowed())).orElse(1);
    // what a step leaves out is not known when calls are recorded
    boolean records = states.stream().allMatch(s -> s.pruning().isEmpty());
    TokenProgram program = programs.take(this, states.size(), workers, records);
    try {
      return program.run(states, turns, h, tokenTeam);
    } finally {
      programs.giveBack(program);
    }
  }

  /** Whether all products of this many new tokens are made by kernels. */
  boolean isByKernels(int tokens) {
    return layers.stream().allMatch(l -> l.shards().stream().allMatch(s -> s.isByKernels(tokens)))
        && headShards.stream().allMatch(s -> s.isByKernels(tokens));
  }

  /** Whether new tokens are computed in Java arrays rather than by operations of the engine. */
  boolean runsInArrays() {
    return placement.isCpu() && placement.compute() == ScalarType.Float;
  }

  /** What new tokens read keys and values from; prompts read floats. */
  public CacheType caches() {
    return caches;
  }

  List<DecoderLayer> layers() {
    return layers;
  }

  Linear head() {
    return head;
  }

  /** Parts of the output head that threads of a team compute side by side. */
  List<Linear> headShards() {
    return headShards;
  }

  /** The norm after the last layer. */
  public Tensor finalNorm(Tensor h) {
    return norm.forward(h);
  }

  RmsNorm norm() {
    return norm;
  }

  /** Final norm and output head: [..., D] to [..., vocabulary], in the compute type throughout. */
  public Tensor logits(Tensor h, Workspace workspace) {
    return Scopes.keep(() -> head.forward(norm.forward(h), workspace));
  }

  /**
   * All layers without cache: the residual stream [B, n, D] leaving the last layer, before the
   * final norm. Differentiable.
   *
   * @param embeds [B, n, D]
   * @param positions [B, n] or [1, n], one-axis positions; null for 0..n-1
   */
  public Tensor forward(Tensor embeds, Tensor positions, AttentionMask mask, Workspace workspace) {
    Tensor where = positions == null ? countUp(embeds.size(1)) : positions;
    RotaryTable table = rotary.ofBatch(where);
    Tensor h = embeds;
    LayerPass pass = new LayerPass(table, mask, null, null, workspace);
    for (DecoderLayer layer : layers) {
      h = layer.forward(h, pass);
    }
    return h;
  }

  private Tensor countUp(long n) {
    return Tensors.ofLongs(LongStream.range(0, n).toArray(), placement, 1, n);
  }
}
