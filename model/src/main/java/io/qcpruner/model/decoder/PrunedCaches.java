package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.kernels.CacheRows;
import io.qcpruner.kernels.CacheTable;
import io.qcpruner.model.nn.FewRows;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.Worker;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * One step of sequences of which some leave out rows of their caches. Every worker copies the rows
 * of its own key heads; one of them decides.
 */
final class PrunedCaches {
  private final DecoderConfig config;
  private final List<DecodeState> states;
  private final List<CacheTable> whole; // of each layer
  private final List<CacheTable> own = new ArrayList<>(); // of each worker

  PrunedCaches(
      DecoderConfig config, List<DecodeState> states, List<CacheTable> whole, int workers) {
    this.config = config;
    this.states = states;
    this.whole = whole;
    for (int i = 0; i < workers; i++) {
      ByteBuffer memory =
          ByteBuffer.allocateDirect(CacheTable.bytes(states.size())).order(ByteOrder.LITTLE_ENDIAN);
      own.add(new CacheTable(config.kvHeads(), config.headDim(), 1, memory));
    }
  }

  /** What the shard's heads of a layer attend to in this step. */
  CacheTable seen(int l, Worker worker, LayerShard shard) {
    CacheTable all = whole.get(l);
    if (states.stream().noneMatch(s -> s.pruning().filter(p -> p.prunes(l)).isPresent())) {
      return all;
    }
    List<CacheRows> made = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      made.add(seen(l, states.get(i), all.caches().get(i), shard.kvHeads()));
    }
    return own.get(worker.index()).set(made);
  }

  private static CacheRows seen(int l, DecodeState state, CacheRows cache, Slice heads) {
    if (state.pruning().filter(p -> p.prunes(l)).isEmpty()) {
      return cache;
    }
    CachePruning pruning = state.pruning().get();
    KvCache held = state.cache(l);
    return pruning.copy(held, pruning.rows(l, held.length(), cache.seen()), cache, heads);
  }

  /** One worker looks at the layer's attention; the others meet it at the next barrier. */
  void decide(int l, Worker worker, FewRows queries) {
    if (worker.index() != 0) {
      return;
    }
    for (int i = 0; i < states.size(); i++) {
      DecodeState state = states.get(i);
      if (state.looksAt(l)) {
        CachePruning pruning = state.pruning().orElseThrow();
        pruning.decide(
            StepAttention.of(
                queries.part(new Slice(i, 1)),
                state.cache(l),
                config.heads(),
                config.kvHeads(),
                whole.get(l).caches().get(i).seen()));
        for (int later = l + 1; later < config.layers(); later++) {
          pruning.reserve(state.cache(later).bytes(state.cache(later).length()));
        }
      }
    }
  }
}
