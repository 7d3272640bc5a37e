package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.kernels.CacheTable;
import io.qcpruner.kernels.HeadRange;
import io.qcpruner.kernels.RowKernels;
import io.qcpruner.model.nn.FewRows;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.LinearGroup;
import io.qcpruner.model.nn.RmsNorm;
import io.qcpruner.model.nn.RowBuffer;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.Workspace;
import java.util.function.Consumer;

/**
 * Rows on their way through a layer, in native memory that all workers of a team share. Each method
 * is the part of one worker; what it reads must have been written before a barrier.
 *
 * @param hidden [n, D] entering the layer
 * @param mid [n, D] after attention
 * @param normed [n, D]
 * @param queries [n, H·d_h]
 * @param attended [n, H·d_h]
 * @param gated [n, D_ff]
 */
record LayerRows(
    DecoderConfig config,
    FewRows hidden,
    FewRows mid,
    FewRows normed,
    FewRows queries,
    FewRows attended,
    FewRows gated) {
  private static final long MAX_NUMBERS = 2 << 20;

  /** Fewer rows at a time would read the weights too often. */
  private static final long MIN_ROWS = 256;

  /** With buffers of the workspace for all that is between the two. */
  static LayerRows of(DecoderConfig config, FewRows hidden, FewRows mid, Workspace workspace) {
    int n = hidden.rows();
    int wide = config.heads() * config.headDim();
    return new LayerRows(
        config,
        hidden,
        mid,
        workspace.rows(RowBuffer.NORMED, n, config.hiddenSize()),
        workspace.rows(RowBuffer.QUERIES, n, wide),
        workspace.rows(RowBuffer.ATTENDED, n, wide),
        workspace.rows(RowBuffer.GATED, n, config.intermediateSize()));
  }

  /** Whether rows of a prompt fit buffers, which hold less than 2 GB. */
  static boolean fit(DecoderConfig config, long rows) {
    long widest = Math.max(config.intermediateSize(), config.heads() * (long) config.headDim());
    return Float.BYTES * rows * Math.max(widest, config.hiddenSize()) <= Integer.MAX_VALUE;
  }

  /** A copy whose normed rows are the caller's own. */
  LayerRows normedIn(Workspace own) {
    FewRows apart = own.rows(RowBuffer.NORMED, count(), config.hiddenSize());
    return new LayerRows(config, hidden, mid, apart, queries, attended, gated);
  }

  /** A copy with queries in other memory. */
  LayerRows withQueries(FewRows other) {
    return new LayerRows(config, hidden, mid, normed, other, attended, gated);
  }

  int count() {
    return hidden.rows();
  }

  /** Some rows of {@code normed}. */
  void norm(RmsNorm norm, FewRows from, Slice rows, Workspace workspace) {
    norm.forward(from.part(rows), normed.part(rows), workspace.kernels());
  }

  /** Rows that go through a product of that width together. */
  private int step(long width) {
    return (int) Math.max(MIN_ROWS, MAX_NUMBERS / Math.max(1, width));
  }

  /** The caches that some rows go to, all with the same number of them. */
  @FunctionalInterface
  interface CachesOf {
    CacheTable of(Slice rows);
  }

  /** The shard's queries of all rows; keys and values go to caches. */
  void enter(LayerShard shard, CachesOf caches, Workspace workspace) {
    HeadRange heads = heads(shard);
    int width = (heads.heads() + 2 * heads.kvHeads()) * heads.dim();
    forSome(
        width,
        rows -> {
          FewRows made = product(shard.qkv(), normed.part(rows), width, workspace);
          shard.norms().ifPresent(norms -> norms.apply(made, heads, workspace));
          workspace
              .kernels()
              .applyRopeAndAppend(
                  caches.of(rows),
                  heads,
                  made.numbers(),
                  queries.part(rows).from(shard.heads().from() * heads.dim()));
        });
  }

  private HeadRange heads(LayerShard shard) {
    return new HeadRange(
        (int) shard.heads().length(),
        (int) shard.kvHeads().from(),
        (int) shard.kvHeads().length(),
        config.heads() / config.kvHeads(),
        config.headDim());
  }

  /** New rows attend to their caches with the query heads of some key heads. */
  void attend(Slice kvHeads, CacheTable caches, Workspace workspace) {
    int group = config.heads() / config.kvHeads();
    int dim = config.headDim();
    HeadRange heads =
        new HeadRange(
            (int) kvHeads.length() * group,
            (int) kvHeads.from(),
            (int) kvHeads.length(),
            group,
            dim);
    long first = kvHeads.from() * group * dim;
    workspace
        .kernels()
        .attend(
            caches,
            heads,
            queries.from(first),
            attended.from(first),
            workspace.buffer(RowKernels.scratchBytes(caches, heads)));
  }

  /** The shard's columns of mid. */
  void addAttended(LayerShard shard, Workspace workspace) {
    add(shard, shard.o(), attended, hidden, mid, workspace);
  }

  /** The shard's columns of the rows that leave the layer. */
  void addGated(LayerShard shard, FewRows out, Workspace workspace) {
    add(shard, shard.down(), gated, mid, out, workspace);
  }

  /** The shard's columns of to = from + map(x). */
  private void add(
      LayerShard shard, Linear map, FewRows x, FewRows from, FewRows to, Workspace workspace) {
    int width = (int) shard.columns().length();
    long column = shard.columns().from();
    forSome(
        width,
        rows -> {
          FewRows made = workspace.rows(RowBuffer.MADE, (int) rows.length(), width);
          map.multiply(x.part(rows), made.from(0), workspace);
          workspace
              .kernels()
              .add(
                  made.from(0),
                  from.part(rows).from(column),
                  made.rows(),
                  width,
                  to.part(rows).from(column));
        });
  }

  /** The shard's columns of silu(gate) · up. */
  void gate(LayerShard shard, Workspace workspace) {
    int width = (int) shard.inner().length();
    forSome(
        2 * width,
        rows -> {
          FewRows made = product(shard.gateUp(), normed.part(rows), 2 * width, workspace);
          workspace
              .kernels()
              .swiglu(
                  made.numbers(), made.rows(), width, gated.part(rows).from(shard.inner().from()));
        });
  }

  private static FewRows product(LinearGroup map, FewRows x, int width, Workspace workspace) {
    FewRows made = workspace.rows(RowBuffer.MADE, x.rows(), width);
    map.multiply(x, made, workspace);
    return made;
  }

  private void forSome(long width, Consumer<Slice> body) {
    int step = step(width);
    for (int r = 0; r < count() && width > 0; r += step) {
      body.accept(new Slice(r, Math.min(step, count() - r)));
    }
  }
}
