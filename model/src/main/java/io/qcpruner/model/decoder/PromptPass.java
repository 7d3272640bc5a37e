package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.kernels.AttentionSpan;
import io.qcpruner.kernels.CacheTable;
import io.qcpruner.kernels.RowKernels;
import io.qcpruner.kernels.RowView;
import io.qcpruner.model.nn.FewRows;
import io.qcpruner.model.nn.Heads;
import io.qcpruner.model.nn.NativeBytes;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.nn.Worker;
import io.qcpruner.model.nn.Workspace;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bytedeco.pytorch.Tensor;

/**
 * One layer of one prompt on a thread team, by kernels. The shards of the layer are split between
 * the workers, so that each reads only its own part of the weights; norms are split by rows and
 * attention by heads. Each needs all outputs of the step before, so there are barriers between
 * them. Between two steps the team can be left to others, such as new tokens of other requests, and
 * the rest of the layer run later: the result is the same.
 */
final class PromptPass implements ThreadTeam.Task {
  /** Attention, its output product, gate and up, down. */
  private static final int STEPS = 4;

  private final DecoderConfig config;
  private final DecoderLayer layer;
  private final LayerPass pass;
  private final List<Workspace> scratch;
  private final LayerRows rows;
  private final Tensor out; // [1, n, D], mid and at the end the rows leaving the layer
  private final Tensor queries; // [1, n, H·d_h]; null if nobody wants them
  private final ByteBuffer cos; // [n, d_h]
  private final ByteBuffer sin;
  private final int before; // rows that the cache held
  private final BooleanSupplier wanted;
  private final boolean[] stops = new boolean[STEPS]; // written by worker 0, before a barrier
  private volatile int done; // steps; workers write the same, after a barrier that all reached

  /**
   * @param h [1, n, D], contiguous
   * @param wanted whether somebody else waits for the team; asked between two steps
   */
  PromptPass(
      DecoderConfig config,
      DecoderLayer layer,
      Tensor h,
      LayerPass pass,
      int workers,
      BooleanSupplier wanted) {
    this.config = config;
    this.wanted = wanted;
    this.layer = layer;
    this.pass = pass;
    this.scratch = pass.workspace().forWorkers(workers);
    this.out = Tensors.emptyLike(h, 1, h.size(1), config.hiddenSize());
    this.before =
        (int) pass.cache().reserve(h.size(1), config.kvHeads(), config.headDim(), h::options);
    this.cos = NativeBytes.of(pass.rotary().cos().contiguous());
    this.sin = NativeBytes.of(pass.rotary().sin().contiguous());
    LayerRows own = LayerRows.of(config, view(h), view(out), pass.workspace());
    this.queries =
        pass.tap() == null ? null : Tensors.emptyLike(h, 1, h.size(1), own.queries().width());
    this.rows = queries == null ? own : own.withQueries(view(queries));
  }

  private static FewRows view(Tensor rows) {
    return new FewRows(NativeBytes.of(rows), (int) rows.size(1), (int) rows.size(2));
  }

  /** Runs until the layer is done or somebody else wants the team. */
  @Override
  public void run(Worker worker) {
    List<LayerShard> mine = worker.slice(layer.shards().size()).of(layer.shards());
    Workspace workspace = scratch.get(worker.index());
    for (int step = done; step < STEPS; step++) {
      int now = step;
      Scopes.run(() -> step(now, mine, workspace, worker));
      if (worker.index() == 0) {
        stops[now] = wanted.getAsBoolean();
      }
      worker.barrier();
      if (stops[now] || now == STEPS - 1) { // the same for all workers
        done = now + 1;
        return;
      }
    }
  }

  private void step(int number, List<LayerShard> mine, Workspace workspace, Worker worker) {
    switch (number) {
      case 0 -> {
        rows.norm(layer.inputNorm(), rows.hidden(), worker.slice(rows.count()), workspace);
        worker.barrier();
        mine.forEach(shard -> rows.enter(shard, some -> cache(some, workspace), workspace));
        worker.barrier();
        attend(worker.slice(config.heads()), workspace);
      }
      case 1 -> mine.forEach(shard -> rows.addAttended(shard, workspace));
      case 2 -> {
        rows.norm(layer.postNorm(), rows.mid(), worker.slice(rows.count()), workspace);
        worker.barrier();
        mine.forEach(shard -> rows.gate(shard, workspace));
      }
      default -> mine.forEach(shard -> rows.addGated(shard, rows.mid(), workspace));
    }
  }

  /** Whether the layer is done; else another run goes on with it. */
  boolean isDone() {
    return done == STEPS;
  }

  private CacheTable cache(Slice some, Workspace workspace) {
    int dim = config.headDim();
    int at = (int) some.from() * dim;
    RowView cosines = new RowView(cos, at, dim);
    RowView sines = new RowView(sin, at, dim);
    ByteBuffer memory = workspace.buffer(CacheTable.bytes(1));
    return new CacheTable(config.kvHeads(), dim, (int) some.length(), memory)
        .set(List.of(pass.cache().rows(cosines, sines, before + some.from(), 1)));
  }

  /** All rows of some query heads. */
  private void attend(Slice heads, Workspace workspace) {
    int group = config.heads() / config.kvHeads();
    int end = (int) (heads.from() + heads.length());
    for (int head = (int) heads.from(); head < end; ) {
      int kv = head / group;
      int count = Math.min((kv + 1) * group, end) - head;
      AttentionSpan span = AttentionSpan.causal(rows.count(), before, count, config.headDim());
      long column = (long) head * config.headDim();
      workspace
          .kernels()
          .attendPrompt(
              span,
              rows.queries().from(column),
              pass.cache().keysOf(kv),
              pass.cache().valuesOf(kv),
              rows.attended().from(column),
              workspace.buffer(RowKernels.scratchBytes(span)));
      head += count;
    }
  }

  /** Call after the run: hands queries and keys to the tap, returns the rows leaving the layer. */
  Tensor finish() {
    if (queries != null) {
      Tensor keys = pass.cache().keys();
      pass.tap()
          .record(
              Heads.split(queries, config.headDim()),
              keys.narrow(2, before, keys.size(2) - before));
    }
    return out;
  }
}
