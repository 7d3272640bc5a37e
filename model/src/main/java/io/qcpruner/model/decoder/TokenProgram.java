package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.kernels.CacheRows;
import io.qcpruner.kernels.CacheTable;
import io.qcpruner.kernels.RecordedCalls;
import io.qcpruner.kernels.RowKernels;
import io.qcpruner.model.nn.FewRows;
import io.qcpruner.model.nn.RowBuffer;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.model.nn.TurnBlocks.Turn;
import io.qcpruner.model.nn.Worker;
import io.qcpruner.model.nn.Workspace;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * New tokens of this many sequences, as often as they come. The kernel calls of every worker are
 * recorded once; a token then only tells where its caches are and runs them. That spares the Java
 * code between kernels, which for the first hundred tokens of a process is interpreted, and the
 * compiler that would take a core for it meanwhile. For one token at a time.
 */
final class TokenProgram implements AutoCloseable {
  private final Decoder decoder;
  private final int count;
  private final boolean records;
  private final int workers;
  private final Workspace workspace;
  private final FewRows hidden; // [n, D]
  private final FewRows logits; // [n, vocabulary]
  private final List<CacheTable> caches; // of each layer
  private final RowPass pass;
  private final List<Workspace> scratch = new ArrayList<>(); // of each worker
  private final List<RecordedCalls> calls = new ArrayList<>(); // of each worker, if any
  private int recordedFor; // the most rows that attention may see; 0 if nothing is recorded

  /**
   * @param count sequences
   */
  TokenProgram(Decoder decoder, int count, int workers) {
    this(decoder, count, workers, true);
  }

  /**
   * @param records whether calls are recorded where this machine can; else every token goes through
   *     the Java code
   */
  TokenProgram(Decoder decoder, int count, int workers, boolean records) {
    this.decoder = decoder;
    this.count = count;
    this.records = records;
    this.workers = workers;
    this.workspace = new Workspace(decoder.placement());
    DecoderConfig config = decoder.config();
    this.hidden = workspace.rows(RowBuffer.HIDDEN, count, config.hiddenSize());
    this.logits = workspace.rows(RowBuffer.LOGITS, count, config.vocabSize());
    FewRows mid = workspace.rows(RowBuffer.MID, count, config.hiddenSize());
    LayerRows rows = LayerRows.of(config, hidden, mid, workspace);
    this.caches = tables(config);
    boolean byKernels = records && decoder.isByKernels(count);
    this.pass = new RowPass(decoder, caches, rows, logits, workers);
    for (int i = 0; i < workers; i++) {
      Optional<RecordedCalls> own = byKernels ? RecordedCalls.ofThisMachine() : Optional.empty();
      own.ifPresent(calls::add);
      RowKernels kernels = own.map(RecordedCalls::recorder).orElseGet(RowKernels::ofThisMachine);
      scratch.add(new Workspace(decoder.placement(), kernels));
    }
  }

  private List<CacheTable> tables(DecoderConfig config) {
    int bytes = CacheTable.bytes(count);
    ByteBuffer memory =
        workspace.rows(RowBuffer.CACHES, config.layers(), bytes / Float.BYTES).numbers();
    return Stream.iterate(0, l -> l + 1)
        .limit(config.layers())
        .map(
            l ->
                new CacheTable(
                    config.kvHeads(),
                    config.headDim(),
                    1,
                    memory.slice(l * bytes, bytes).order(memory.order())))
        .toList();
  }

  /** Whether it serves this many sequences and workers. */
  boolean serves(int sequences, int threads, boolean recording) {
    return count == sequences && workers == threads && records == recording;
  }

  /**
   * @param states one for each sequence; their caches already have a last row for the token
   * @param turns angles of the tokens in each layer
   * @param h [n, D] embeddings of the tokens
   * @return [n, vocabulary] logits
   */
  float[] run(List<DecodeState> states, List<Turn[]> turns, float[] h, Optional<ThreadTeam> team) {
    hidden.numbers().asFloatBuffer().put(h);
    int most = 0;
    for (int l = 0; l < caches.size(); l++) {
      most = Math.max(most, caches.get(l).set(caches(l, states, turns.get(l))).mostSeen());
    }
    pass.setStates(states);
    // longer caches need more scratch; after a failure, too, calls are recorded anew
    boolean anew = most > recordedFor;
    int recorded = anew ? most : recordedFor;
    recordedFor = 0;
    if (!anew) {
      calls.stream().limit(1).forEach(own -> caches.forEach(own::refresh));
    }
    if (workers > 1) {
      team.orElseThrow().run(workers, worker -> run(worker, anew));
    } else {
      run(Worker.alone(), anew);
    }
    recordedFor = recorded;
    float[] out = new float[logits.rows() * logits.width()];
    logits.numbers().asFloatBuffer().get(out);
    return out;
  }

  private List<CacheRows> caches(int l, List<DecodeState> states, Turn[] turns) {
    CacheRows[] made = new CacheRows[turns.length];
    for (int r = 0; r < made.length; r++) {
      KvCache cache = states.get(r).cache(l);
      long held = cache.length();
      boolean whole = decoder.config().window(l) == 0;
      long seen = whole ? held : states.get(r).order(l).visible();
      made[r] = cache.rows(turns[r].cos(), turns[r].sin(), held - 1, seen);
    }
    return List.of(made);
  }

  /** Repeats until no buffer moved while recording; usually one pass. */
  private void record(int index) {
    RecordedCalls own = calls.get(index);
    Workspace workspace = scratch.get(index);
    reserve(workspace);
    long before;
    do {
      before = workspace.bytes();
      own.clear();
      pass.run(new Worker(index, workers, own::endPart), workspace);
    } while (workspace.bytes() != before);
  }

  /** The most that a layer asks for; what is asked for later in small steps would move. */
  private void reserve(Workspace workspace) {
    DecoderConfig config = decoder.config();
    int heads = (config.heads() + 2 * config.kvHeads()) * config.headDim();
    int inner = 2 * config.intermediateSize();
    int widest = Math.max(config.hiddenSize(), Math.max(heads, inner));
    workspace.rows(RowBuffer.NORMED, count, config.hiddenSize());
    workspace.rows(RowBuffer.MADE, count, widest);
    workspace.buffer(RowKernels.scratchBytes(count, widest));
  }

  private void run(Worker worker, boolean anew) {
    if (calls.isEmpty()) {
      pass.run(worker, scratch.get(worker.index()));
      return;
    }
    if (anew) {
      record(worker.index());
    }
    RecordedCalls own = calls.get(worker.index());
    for (int part = 0; part < own.parts(); part++) {
      if (part > 0) {
        worker.barrier();
      }
      own.run(part);
    }
  }

  @Override
  public void close() {
    workspace.close();
    scratch.forEach(Workspace::close);
  }
}
