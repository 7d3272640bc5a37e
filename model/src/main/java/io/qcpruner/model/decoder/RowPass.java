package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.model.kernel.HeadRows;
import io.qcpruner.model.kernel.RowKernels;
import io.qcpruner.model.nn.FewRows;
import io.qcpruner.model.nn.Linear;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.nn.TurnBlocks.Turn;
import io.qcpruner.model.nn.Worker;
import io.qcpruner.model.nn.Workspace;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * One new row of each of some sequences through all layers and the output head, on the CPU. What
 * {@link TokenPass} does with an operation of the engine for each step is done here in Java arrays;
 * the engine only multiplies with packed weights. Every worker computes its shards of each product,
 * reads only its own part of the weights and waits for the others before the next product.
 */
final class RowPass implements ThreadTeam.Task {
  private final Decoder decoder;
  private final DecoderConfig config;
  private final List<DecodeState> states;
  private final List<Turn[]> turns;
  private final List<Workspace> scratch;
  private final boolean groupsInOneShard;
  private final int rows;
  private final int headDim;
  private final int groupSize;
  private final float[] h; // [n, D], at the end the rows leaving the last layer
  private final float[] mid; // [n, D]
  private final float[] queries; // [n, H·d_h]
  private final float[] attended; // [n, H·d_h]
  private final float[] gated; // [n, D_ff]
  private final float[] logits; // [n, vocabulary]

  /**
   * @param states one for each row; their caches have room for it already, as the last row
   * @param turns angles of the rows in each layer
   * @param h [n, D] embeddings of the rows; overwritten
   */
  RowPass(Decoder decoder, List<DecodeState> states, List<Turn[]> turns, float[] h, int workers) {
    this.decoder = decoder;
    this.config = decoder.config();
    this.states = states;
    this.turns = turns;
    this.scratch = states.get(0).workspace().forWorkers(workers);
    int shards = decoder.layers().get(0).shards().size();
    this.groupsInOneShard = workers == 1 || config.kvHeads() % shards == 0;
    this.rows = states.size();
    this.headDim = config.headDim();
    this.groupSize = config.heads() / config.kvHeads();
    this.h = h;
    this.mid = new float[rows * config.hiddenSize()];
    this.queries = new float[rows * config.heads() * headDim];
    this.attended = new float[rows * config.heads() * headDim];
    this.gated = new float[rows * config.intermediateSize()];
    this.logits = new float[rows * config.vocabSize()];
  }

  @Override
  public void run(Worker worker) {
    new Part(worker, scratch.get(worker.index())).run();
  }

  /** [n, vocabulary], after the run. */
  float[] logits() {
    return logits;
  }

  private FewRows whole(float[] values, int width) {
    return new FewRows(values, rows, width);
  }

  /** What one worker does, with memory of its own. */
  private final class Part {
    private final RowKernels kernels = RowKernels.ofThisMachine();
    private final Worker worker;
    private final Workspace workspace;
    private final float[] normed = new float[rows * config.hiddenSize()];
    private float[] made = new float[0];

    Part(Worker worker, Workspace workspace) {
      this.worker = worker;
      this.workspace = workspace;
    }

    void run() {
      for (int l = 0; l < decoder.layers().size(); l++) {
        layer(l);
      }
      head();
    }

    private void layer(int l) {
      DecoderLayer layer = decoder.layers().get(l);
      List<LayerShard> mine = worker.slice(layer.shards().size()).of(layer.shards());
      layer.inputNorm().forward(whole(h, config.hiddenSize()), normed, workspace);
      mine.forEach(shard -> enter(l, shard));
      if (!groupsInOneShard) {
        worker.barrier(); // key heads of one shard serve query heads of another
      }
      mine.forEach(shard -> attend(l, shard.kvHeads()));
      worker.barrier();
      mine.forEach(this::addAttended);
      worker.barrier();
      layer.postNorm().forward(whole(mid, config.hiddenSize()), normed, workspace);
      mine.forEach(this::gate);
      worker.barrier();
      mine.forEach(this::addGated);
      worker.barrier();
    }

    private float[] room(int count) {
      if (made.length < count) {
        made = new float[count];
      }
      return made;
    }

    private void enter(int l, LayerShard shard) {
      int q = (int) shard.heads().length() * headDim;
      int kv = (int) shard.kvHeads().length() * headDim;
      int stride = q + 2 * kv;
      float[] y = room(rows * stride);
      shard.qkv().multiply(whole(normed, config.hiddenSize()), y, stride, workspace);
      for (int r = 0; r < rows; r++) {
        int at = r * stride;
        int to = (r * config.heads() + (int) shard.heads().from()) * headDim;
        rotate(l, r, y, at, q, queries, to);
        rotate(l, r, y, at + q, kv, y, at + q);
        states.get(r).cache(l).setLast(y, at + q, at + q + kv, shard.kvHeads(), headDim);
      }
    }

    /** Turns the vectors of some heads by the angles of row r. */
    private void rotate(int l, int r, float[] x, int from, int count, float[] y, int to) {
      Turn turn = turns.get(l)[r];
      float[] cos = turn.cos();
      float[] sin = turn.sin();
      int angle = turn.at();
      int half = headDim / 2;
      for (int at = 0; at < count; at += headDim) {
        for (int i = 0; i < half; i++) {
          float a = x[from + at + i];
          float b = x[from + at + half + i];
          y[to + at + i] = a * cos[angle + i] + b * sin[angle + i];
          y[to + at + half + i] = b * cos[angle + half + i] + a * sin[angle + half + i];
        }
      }
    }

    private void attend(int l, Slice kvHeads) {
      for (int r = 0; r < rows; r++) {
        KvCache cache = states.get(r).cache(l);
        int length = Math.toIntExact(cache.length());
        int seen = config.window(l) == 0 ? length : (int) states.get(r).order(l).visible();
        for (int kv = (int) kvHeads.from(); kv < kvHeads.from() + kvHeads.length(); kv++) {
          int first = headDim * (kv * cache.room() + length - seen);
          for (int head = kv * groupSize; head < (kv + 1) * groupSize; head++) {
            attend(cache, first, seen, (r * config.heads() + head) * headDim);
          }
        }
      }
    }

    /** The query at that index against rows of its key head. */
    private void attend(KvCache cache, int first, int seen, int at) {
      HeadRows head =
          new HeadRows(
              cache.isNarrow(), cache.keyBytes(), cache.valueBytes(), first, seen, headDim);
      float scale = (float) (1 / Math.sqrt(headDim));
      ByteBuffer room = workspace.room(RowKernels.room(seen + headDim));
      kernels.attend(head, queries, at, scale, attended, room);
    }

    private void addAttended(LayerShard shard) {
      add(shard, shard.o(), whole(attended, config.heads() * headDim), h, mid);
    }

    private void addGated(LayerShard shard) {
      add(shard, shard.down(), whole(gated, config.intermediateSize()), mid, h);
    }

    /** The shard's columns of to = from + map(x). */
    private void add(LayerShard shard, Linear map, FewRows x, float[] from, float[] to) {
      int count = (int) shard.columns().length();
      float[] y = room(rows * count);
      map.multiply(x, y, 0, count, workspace);
      for (int r = 0; r < rows; r++) {
        int at = r * config.hiddenSize() + (int) shard.columns().from();
        for (int i = 0; i < count; i++) {
          to[at + i] = y[r * count + i] + from[at + i];
        }
      }
    }

    private void gate(LayerShard shard) {
      int count = (int) shard.inner().length();
      float[] y = room(rows * 2 * count);
      shard.gateUp().multiply(whole(normed, config.hiddenSize()), y, 2 * count, workspace);
      ByteBuffer room = workspace.room(RowKernels.room(count));
      for (int r = 0; r < rows; r++) {
        int at = r * 2 * count;
        int to = r * config.intermediateSize() + (int) shard.inner().from();
        kernels.gate(y, at, at + count, count, gated, to, room);
      }
    }

    private void head() {
      decoder.finalNorm(whole(h, config.hiddenSize()), normed, workspace);
      List<Linear> shards = decoder.headShards();
      Slice mine = worker.slice(shards.size());
      FewRows x = whole(normed, config.hiddenSize());
      for (int i = (int) mine.from(); i < mine.from() + mine.length(); i++) {
        int from = (int) Slice.part(config.vocabSize(), i, shards.size()).from();
        shards.get(i).multiply(x, logits, from, config.vocabSize(), workspace);
      }
    }
  }
}
