package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.kernels.CacheTable;
import io.qcpruner.model.nn.FewRows;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.Worker;
import io.qcpruner.model.nn.Workspace;
import java.util.List;
import java.util.Optional;

/**
 * One new row of each of some sequences through all layers and the output head, on the CPU. What
 * {@link TokenPass} does with an operation of the engine for each step is done here by kernels in
 * native memory. Every worker computes its shards of each product, reads only its own part of the
 * weights and waits for the others before the next product.
 */
final class RowPass {
  private final Decoder decoder;
  private final DecoderConfig config;
  private final List<CacheTable> caches; // of each layer
  private final boolean groupsInOneShard;
  private final int workers;
  private final LayerRows rows;
  private final FewRows logits;
  private Optional<PrunedCaches> pruned = Optional.empty();

  /**
   * @param caches of each layer; they have rows for them already
   * @param rows [n, D] embeddings, as what enters the first layer
   * @param logits [n, vocabulary] to be made
   */
  RowPass(Decoder decoder, List<CacheTable> caches, LayerRows rows, FewRows logits, int workers) {
    this.decoder = decoder;
    this.config = decoder.config();
    this.caches = caches;
    this.rows = rows;
    this.workers = workers;
    this.logits = logits;
    int shards = decoder.layers().get(0).shards().size();
    this.groupsInOneShard = workers == 1 || config.kvHeads() % shards == 0;
  }

  /** Whose rows come next; the caches are those of these. */
  void setStates(List<DecodeState> states) {
    pruned =
        states.stream().anyMatch(s -> s.pruning().isPresent())
            ? Optional.of(new PrunedCaches(config, states, caches, workers))
            : Optional.empty();
  }

  /**
   * The part of one worker.
   *
   * @param workspace its own
   */
  void run(Worker worker, Workspace workspace) {
    for (int l = 0; l < decoder.layers().size(); l++) {
      layer(l, worker, workspace);
    }
    head(worker, workspace);
  }

  /** Norms of a few rows are cheaper than a barrier, so every worker computes them in full. */
  private void layer(int l, Worker worker, Workspace workspace) {
    DecoderLayer layer = decoder.layers().get(l);
    List<LayerShard> mine = worker.slice(layer.shards().size()).of(layer.shards());
    LayerRows own = rows.normedIn(workspace);
    Slice all = new Slice(0, rows.count());
    own.norm(layer.inputNorm(), rows.hidden(), all, workspace);
    mine.forEach(shard -> own.enter(shard, some -> caches(l, some), workspace));
    if (!groupsInOneShard) {
      worker.barrier(); // key heads of one shard serve query heads of another
    }
    if (pruned.isEmpty()) {
      mine.forEach(shard -> own.attend(shard.kvHeads(), caches.get(l), workspace));
      worker.barrier();
    } else {
      mine.forEach(
          shard -> own.attend(shard.kvHeads(), pruned.get().seen(l, worker, shard), workspace));
      worker.barrier();
      pruned.get().decide(l, worker, rows.queries());
    }
    mine.forEach(shard -> own.addAttended(shard, workspace));
    worker.barrier();
    own.norm(layer.postNorm(), rows.mid(), all, workspace);
    mine.forEach(shard -> own.gate(shard, workspace));
    worker.barrier();
    mine.forEach(shard -> own.addGated(shard, rows.hidden(), workspace));
    worker.barrier();
  }

  private CacheTable caches(int l, Slice some) {
    return some.length() == rows.count()
        ? caches.get(l)
        : caches.get(l).part((int) some.from(), (int) some.length());
  }

  private void head(Worker worker, Workspace workspace) {
    LayerRows own = rows.normedIn(workspace);
    own.norm(decoder.norm(), rows.hidden(), new Slice(0, rows.count()), workspace);
    List<Linear> shards = decoder.headShards();
    Slice mine = worker.slice(shards.size());
    for (int i = (int) mine.from(); i < mine.from() + mine.length(); i++) {
      long from = Slice.part(config.vocabSize(), i, shards.size()).from();
      shards.get(i).multiply(own.normed(), logits.from(from), workspace);
    }
  }
}
