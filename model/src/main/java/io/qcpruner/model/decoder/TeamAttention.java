package io.qcpruner.model.decoder;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.model.nn.Attention;
import io.qcpruner.model.nn.Heads;
import io.qcpruner.model.nn.Slice;
import io.qcpruner.model.nn.Tensors;
import org.bytedeco.pytorch.Tensor;

/**
 * The queries, keys, values and results of one prompt's attention. The threads of a team write to
 * these tensors, each to its own rows or heads.
 */
final class TeamAttention {
  private static final int HEADS = 1;

  private final DecoderConfig config;
  private final LayerPass pass;
  private final Tensor queries; // [1, H, n, d_h]
  private final long from; // rows that the cache held before
  private final Tensor keys; // [1, H_kv, from + n, d_h], the cache's own
  private final Tensor values;
  private final Tensor attended; // [1, n, H·d_h]

  TeamAttention(DecoderConfig config, Tensor h, LayerPass pass) {
    this.config = config;
    this.pass = pass;
    this.queries = byHead(h, config.heads());
    KvCache cache = pass.cache();
    this.from = cache.reserve(h.size(1), config.kvHeads(), config.headDim(), h::options);
    this.keys = cache.keys();
    this.values = cache.values();
    this.attended = likeRows(h, (long) config.heads() * config.headDim());
  }

  /** As many rows as h has, of another width, to be filled. */
  static Tensor likeRows(Tensor h, long width) {
    return Tensors.emptyLike(h, 1, h.size(1), width);
  }

  private Tensor byHead(Tensor h, int heads) {
    return Heads.split(likeRows(h, (long) heads * config.headDim()), config.headDim());
  }

  /** All rows of some heads. */
  void putHeads(AttentionInputs in, Slice heads, Slice kvHeads) {
    heads.of(queries, HEADS).copy_(in.queries());
    kvHeads.of(newRows(keys), HEADS).copy_(in.keys());
    kvHeads.of(newRows(values), HEADS).copy_(in.values());
  }

  /** The rows of this prompt behind those that the cache held before. */
  private Tensor newRows(Tensor cached) {
    return cached.narrow(2, from, cached.size(2) - from);
  }

  /** All rows of some heads attend; a key head goes with the query heads of its group. */
  void attend(Slice kvHeads) {
    if (kvHeads.length() == 0) {
      return; // more workers than key heads
    }
    Slice heads = kvHeads.times(config.heads() / config.kvHeads());
    Tensor part =
        Attention.attend(
            heads.of(queries, HEADS),
            kvHeads.of(keys, HEADS),
            kvHeads.of(values, HEADS),
            pass.mask());
    heads.times(config.headDim()).of(attended, 2).copy_(part);
  }

  /** What the rows attended to, [1, n, H·d_h]. */
  Tensor attended() {
    return attended;
  }

  /** Hands queries and keys to whoever asked. */
  void tap() {
    if (pass.tap() != null) {
      pass.tap().record(queries, newRows(keys));
    }
  }
}
