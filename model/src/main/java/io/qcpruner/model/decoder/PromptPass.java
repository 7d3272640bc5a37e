package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.nn.Worker;
import io.qcpruner.model.nn.Workspace;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * One layer of one prompt on a thread team. The shards of the layer are split between the workers,
 * so that each reads and widens only its own part of the weights. A product needs all outputs of
 * the one before, so there is a barrier between two products. Norms are cheap, so every worker
 * computes them in full. Between two products the team can be left to others, such as new tokens of
 * other requests, and the rest of the layer run later: the result is the same.
 */
final class PromptPass implements ThreadTeam.Task {
  private static final int OUTPUTS = 2;

  /** Attention, its output product, gate and up, down. */
  private static final int STEPS = 4;

  private final DecoderLayer layer;
  private final LayerPass pass;
  private final List<Workspace> scratch;
  private final TeamAttention attention;
  private final boolean groupsInOneShard;
  private final Tensor h; // [1, n, D]
  private final Tensor mid; // [1, n, D], at the end the rows leaving the layer
  private final Tensor gated; // [1, n, D_ff]
  private final BooleanSupplier wanted;
  private final boolean[] stops = new boolean[STEPS]; // written by worker 0, before a barrier
  private volatile int done; // steps; workers write the same, behind a barrier that all reached

  /**
   * @param wanted whether somebody else waits for the team; asked between two steps
   */
  PromptPass(
      DecoderConfig config,
      DecoderLayer layer,
      Tensor h,
      LayerPass pass,
      int workers,
      BooleanSupplier wanted) {
    this.wanted = wanted;
    this.layer = layer;
    this.pass = pass;
    this.scratch = pass.workspace().forWorkers(workers);
    this.attention = new TeamAttention(config, h, pass);
    this.groupsInOneShard = config.kvHeads() % layer.shards().size() == 0;
    this.h = h;
    this.mid = TeamAttention.likeRows(h, config.hiddenSize());
    this.gated = TeamAttention.likeRows(h, config.intermediateSize());
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
        mine.forEach(shard -> enter(shard, workspace));
        if (!groupsInOneShard) {
          worker.barrier(); // key heads of one shard serve query heads of another
        }
        mine.forEach(shard -> attention.attend(shard.kvHeads()));
      }
      case 1 -> mine.forEach(shard -> addAttended(shard, workspace));
      case 2 -> mine.forEach(shard -> gate(shard, workspace));
      default -> mine.forEach(shard -> addGated(shard, workspace));
    }
  }

  /** Whether the layer is done; else another run goes on with it. */
  boolean isDone() {
    return done == STEPS;
  }

  private void enter(LayerShard shard, Workspace workspace) {
    Tensor a = layer.inputNorm().forward(h);
    attention.putHeads(
        shard.attentionInputs(a, pass.rotary(), workspace), shard.heads(), shard.kvHeads());
  }

  private void addAttended(LayerShard shard, Workspace workspace) {
    Tensor added = shard.o().forward(attention.attended(), workspace);
    torch.add_out(shard.columns().of(mid, OUTPUTS), added, shard.columns().of(h, OUTPUTS));
  }

  private void gate(LayerShard shard, Workspace workspace) {
    Tensor part = shard.gated(layer.postNorm().forward(mid), workspace);
    shard.inner().of(gated, OUTPUTS).copy_(part);
  }

  private void addGated(LayerShard shard, Workspace workspace) {
    shard.columns().of(mid, OUTPUTS).add_(shard.down().forward(gated, workspace));
  }

  /** Call after the run: hands queries and keys to the tap, returns the rows leaving the layer. */
  Tensor finish() {
    attention.tap();
    return mid;
  }
}
