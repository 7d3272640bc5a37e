package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.model.nn.Attention;
import io.qcpruner.model.nn.AttentionMask;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.nn.Worker;
import io.qcpruner.model.nn.Workspace;
import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * One new row of each of some sequences through all layers and the output head, by the workers of a
 * team. Products take all rows together; each row attends to the cache of its own sequence. Every
 * worker computes its shards of each product, so it reads only its own part of the weights, and
 * waits for the others before the next product.
 */
final class TokenPass implements ThreadTeam.Task {
  private static final int HEADS = 1;
  private static final int ROWS = 2;
  private static final int OUTPUTS = 2;

  private final Decoder decoder;
  private final boolean sharded;
  private final List<DecodeState> states;
  private final List<RotaryTable> rotary;
  private final List<Workspace> scratch;
  private final boolean groupsInOneShard;
  private final int groupSize;
  private final int headDim;
  private final Tensor h; // [1, n, D], at the end the rows leaving the last layer
  private final Tensor mid; // [1, n, D]
  private final Tensor queries; // [1, H, n, d_h]
  private final Tensor attended; // [1, n, H·d_h]
  private final Tensor gated; // [1, n, D_ff]
  private final Tensor logits; // [1, n, vocabulary]

  /**
   * @param states one for each row; their caches have room for it already, as the last row
   * @param rotary positions of the rows in each layer
   * @param h [1, n, D] embeddings of the rows; overwritten
   */
  TokenPass(
      Decoder decoder, List<DecodeState> states, List<RotaryTable> rotary, Tensor h, int workers) {
    DecoderConfig config = decoder.config();
    this.decoder = decoder;
    this.sharded = workers > 1;
    this.states = states;
    this.rotary = rotary;
    this.scratch = states.get(0).workspace().forWorkers(workers);
    int shards = decoder.layers().get(0).shards().size();
    this.groupsInOneShard = !sharded || config.kvHeads() % shards == 0;
    this.groupSize = config.heads() / config.kvHeads();
    this.headDim = config.headDim();
    this.h = h;
    long n = states.size();
    this.mid = TeamAttention.likeRows(h, config.hiddenSize());
    this.queries = Tensors.emptyLike(h, 1, config.heads(), n, headDim);
    this.attended = TeamAttention.likeRows(h, (long) config.heads() * headDim);
    this.gated = TeamAttention.likeRows(h, config.intermediateSize());
    this.logits = TeamAttention.likeRows(h, config.vocabSize());
  }

  @Override
  public void run(Worker worker) {
    Workspace workspace = scratch.get(worker.index());
    for (int l = 0; l < decoder.layers().size(); l++) {
      runLayer(l, worker, workspace);
    }
    Scopes.run(() -> head(worker, workspace));
  }

  private void runLayer(int l, Worker worker, Workspace workspace) {
    DecoderLayer layer = decoder.layers().get(l);
    List<LayerShard> mine =
        sharded ? worker.slice(layer.shards().size()).of(layer.shards()) : List.of(layer.whole());
    Scopes.run(() -> enter(l, layer, mine, workspace));
    if (!groupsInOneShard) {
      worker.barrier(); // key heads of one shard serve query heads of another
    }
    Scopes.run(() -> mine.forEach(shard -> attend(l, shard.kvHeads())));
    worker.barrier();
    Scopes.run(() -> mine.forEach(shard -> addAttended(shard, workspace)));
    worker.barrier();
    Scopes.run(() -> gate(layer, mine, workspace));
    worker.barrier();
    Scopes.run(() -> mine.forEach(shard -> addGated(shard, workspace)));
    worker.barrier();
  }

  private void enter(int l, DecoderLayer layer, List<LayerShard> mine, Workspace workspace) {
    Tensor a = layer.inputNorm().forward(h);
    for (LayerShard shard : mine) {
      AttentionInputs in = shard.attentionInputsEach(a, rotary.get(l), workspace);
      shard.heads().of(queries, HEADS).copy_(in.queries());
      for (int row = 0; row < states.size(); row++) {
        KvCache cache = states.get(row).cache(l);
        cache.setLast(
            in.keys().narrow(ROWS, row, 1), in.values().narrow(ROWS, row, 1), shard.kvHeads());
      }
    }
  }

  private void attend(int l, Slice kvHeads) {
    if (kvHeads.length() == 0) {
      return; // more shards than key heads
    }
    Slice heads = kvHeads.times(groupSize);
    Tensor mine = heads.of(queries, HEADS);
    Tensor out = heads.times(headDim).of(attended, OUTPUTS);
    for (int row = 0; row < states.size(); row++) {
      KvCache cache = states.get(row).cache(l);
      long rows = cache.length();
      long visible = decoder.config().window(l) == 0 ? rows : states.get(row).order(l).visible();
      Tensor seen =
          Attention.attend(
              mine.narrow(ROWS, row, 1),
              kvHeads.of(cache.keys(), HEADS).narrow(ROWS, rows - visible, visible),
              kvHeads.of(cache.values(), HEADS).narrow(ROWS, rows - visible, visible),
              AttentionMask.NONE);
      out.narrow(1, row, 1).copy_(seen);
    }
  }

  private void addAttended(LayerShard shard, Workspace workspace) {
    Tensor added = shard.o().forwardEach(attended, workspace);
    torch.add_out(shard.columns().of(mid, OUTPUTS), added, shard.columns().of(h, OUTPUTS));
  }

  private void gate(DecoderLayer layer, List<LayerShard> mine, Workspace workspace) {
    Tensor b = layer.postNorm().forward(mid);
    for (LayerShard shard : mine) {
      shard.inner().of(gated, OUTPUTS).copy_(shard.gatedEach(b, workspace));
    }
  }

  private void addGated(LayerShard shard, Workspace workspace) {
    Tensor added = shard.down().forwardEach(gated, workspace);
    torch.add_out(shard.columns().of(h, OUTPUTS), added, shard.columns().of(mid, OUTPUTS));
  }

  private void head(Worker worker, Workspace workspace) {
    Tensor last = decoder.finalNorm(h);
    List<Linear> shards = decoder.headShards();
    if (!sharded) {
      logits.copy_(decoder.head().forwardEach(last, workspace));
      return;
    }
    Slice mine = worker.slice(shards.size());
    for (int i = (int) mine.from(); i < mine.from() + mine.length(); i++) {
      Slice words = Slice.part(decoder.config().vocabSize(), i, shards.size());
      words.of(logits, OUTPUTS).copy_(shards.get(i).forwardEach(last, workspace));
    }
  }

  /** [n, vocabulary], after the run. */
  Tensor logits() {
    return logits.squeeze(0);
  }
}
