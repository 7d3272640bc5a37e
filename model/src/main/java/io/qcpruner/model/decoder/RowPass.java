package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.model.kernel.CacheRows;
import io.qcpruner.model.nn.FewRows;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.RowBuffer;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.nn.TurnBlocks.Turn;
import io.qcpruner.model.nn.Worker;
import io.qcpruner.model.nn.Workspace;
import java.util.List;
import java.util.stream.IntStream;

/**
 * One new row of each of some sequences through all layers and the output head, on the CPU. What
 * {@link TokenPass} does with an operation of the engine for each step is done here by kernels in
 * native memory. Every worker computes its shards of each product, reads only its own part of the
 * weights and waits for the others before the next product.
 */
final class RowPass implements ThreadTeam.Task {
  private final Decoder decoder;
  private final DecoderConfig config;
  private final List<List<CacheRows>> caches; // of each layer
  private final List<Workspace> scratch;
  private final boolean groupsInOneShard;
  private final LayerRows rows;
  private final FewRows logits; // [n, vocabulary]

  /**
   * @param states one for each row; their caches have room for it already, as the last row
   * @param turns angles of the rows in each layer
   * @param h [n, D] embeddings of the rows
   */
  RowPass(Decoder decoder, List<DecodeState> states, List<Turn[]> turns, float[] h, int workers) {
    this.decoder = decoder;
    this.config = decoder.config();
    int n = states.size();
    Workspace workspace = states.get(0).workspace();
    this.caches =
        IntStream.range(0, config.layers()).mapToObj(l -> caches(l, states, turns.get(l))).toList();
    this.scratch = workspace.forWorkers(workers);
    int shards = decoder.layers().get(0).shards().size();
    this.groupsInOneShard = workers == 1 || config.kvHeads() % shards == 0;
    FewRows hidden = workspace.rows(RowBuffer.HIDDEN, n, config.hiddenSize());
    hidden.numbers().asFloatBuffer().put(h);
    FewRows mid = workspace.rows(RowBuffer.MID, n, config.hiddenSize());
    this.rows = LayerRows.of(config, hidden, mid, workspace);
    this.logits = workspace.rows(RowBuffer.LOGITS, n, config.vocabSize());
  }

  private List<CacheRows> caches(int l, List<DecodeState> states, Turn[] turns) {
    return IntStream.range(0, turns.length)
        .mapToObj(
            r -> {
              KvCache cache = states.get(r).cache(l);
              long held = cache.length();
              long seen = config.window(l) == 0 ? held : states.get(r).order(l).visible();
              return cache.rows(turns[r].cos(), turns[r].sin(), held - 1, seen);
            })
        .toList();
  }

  @Override
  public void run(Worker worker) {
    Workspace workspace = scratch.get(worker.index());
    for (int l = 0; l < decoder.layers().size(); l++) {
      layer(l, worker, workspace);
    }
    head(worker, workspace);
  }

  /** [n, vocabulary], after the run. */
  float[] logits() {
    float[] out = new float[logits.rows() * logits.width()];
    logits.numbers().asFloatBuffer().get(out);
    return out;
  }

  /** Norms of a few rows are cheaper than a barrier, so every worker computes them in full. */
  private void layer(int l, Worker worker, Workspace workspace) {
    DecoderLayer layer = decoder.layers().get(l);
    List<LayerShard> mine = worker.slice(layer.shards().size()).of(layer.shards());
    LayerRows own = rows.normedIn(workspace);
    Slice all = new Slice(0, rows.count());
    own.norm(layer.inputNorm(), rows.hidden(), all);
    mine.forEach(shard -> own.enter(shard, some -> some.of(caches.get(l)), workspace));
    if (!groupsInOneShard) {
      worker.barrier(); // key heads of one shard serve query heads of another
    }
    mine.forEach(shard -> own.attend(shard.kvHeads(), caches.get(l), workspace));
    worker.barrier();
    mine.forEach(shard -> own.addAttended(shard, workspace));
    worker.barrier();
    own.norm(layer.postNorm(), rows.mid(), all);
    mine.forEach(shard -> own.gate(shard, workspace));
    worker.barrier();
    mine.forEach(shard -> own.addGated(shard, rows.hidden(), workspace));
    worker.barrier();
  }

  private void head(Worker worker, Workspace workspace) {
    LayerRows own = rows.normedIn(workspace);
    own.norm(decoder.norm(), rows.hidden(), new Slice(0, rows.count()));
    List<Linear> shards = decoder.headShards();
    Slice mine = worker.slice(shards.size());
    for (int i = (int) mine.from(); i < mine.from() + mine.length(); i++) {
      long from = Slice.part(config.vocabSize(), i, shards.size()).from();
      shards.get(i).multiply(own.normed(), logits.from(from), workspace);
    }
  }
}
