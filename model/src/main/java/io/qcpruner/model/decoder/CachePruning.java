package io.qcpruner.model.decoder;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.CacheRule;
import io.qcpruner.kernels.CacheRows;
import io.qcpruner.model.nn.Slice;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a method leaves out of one request's caches while tokens are generated. At each step it
 * looks at the attention of one layer; those after it then read copies of the rows that stay. The
 * caches themselves are never cut, so a row may come back at the next step.
 */
final class CachePruning {
  private final CacheRule rule;
  private final int[][] origins; // of the prompt's rows in the cache of each layer
  private TokenLayout prompt; // in the deciding layer; null until that runs
  private CacheRule.Choice choice;
  private boolean[] stays; // by origin; null where a step attends to everything
  private ByteBuffer keys = NONE; // copies for one layer at a time
  private ByteBuffer values = NONE;

  private static final ByteBuffer NONE = ByteBuffer.allocateDirect(0);

  CachePruning(CacheRule rule, int layers) {
    if (rule.layer() > layers - 2) {
      throw new IllegalArgumentException(
          "caches can't be pruned after layer %d: the decoder's last layer is %d"
              .formatted(rule.layer(), layers - 1));
    }
    this.rule = rule;
    this.origins = new int[layers][];
  }

  /** A layer is about to run the prompt. */
  void start(int layer, RowTable rows) {
    origins[layer] = rows.origins();
    if (layer == rule.layer()) {
      prompt = rows.layout();
      choice = rule.start(prompt);
    }
  }

  /** A copy of the state after the prompt, for another answer to it. */
  CachePruning copy() {
    CachePruning other = new CachePruning(rule, origins.length);
    System.arraycopy(origins, 0, other.origins, 0, origins.length);
    if (prompt != null) {
      other.prompt = prompt;
      other.choice = rule.start(prompt);
    }
    return other;
  }

  /** Whether the attention of this layer decides. */
  boolean looksAt(int layer) {
    return layer == rule.layer();
  }

  /** Whether this step leaves out rows of this layer. */
  boolean prunes(int layer) {
    return layer > rule.layer() && stays != null;
  }

  /**
   * Decides for this step.
   *
   * @param attention of the new token on all rows of the deciding layer, new ones included
   */
  void decide(float[] attention) {
    int[] deciding = origins[rule.layer()];
    float[] onPrompt = Arrays.copyOf(attention, deciding.length);
    Optional<int[]> rows = choice.rows(onPrompt);
    stays = null;
    if (rows.isPresent()) {
      stays = new boolean[IntStream.of(deciding).max().orElse(-1) + 1];
      for (int row : rows.get()) {
        stays[deciding[row]] = true;
      }
    }
  }

  /**
   * The rows of a layer that this step attends to, ascending.
   *
   * @param held rows of its cache
   * @param seen how many of the last rows are in the layer's window
   */
  int[] rows(int layer, long held, long seen) {
    int[] from = origins[layer];
    return IntStream.range((int) (held - seen), (int) held)
        .filter(r -> r >= from.length || stays[from[r]])
        .toArray();
  }

  /** Reserves buffers for copies of this many bytes; by one thread, before others copy. */
  void reserve(long bytes) {
    if (keys.capacity() < bytes) {
      keys = allocate(bytes);
      values = allocate(bytes);
    }
  }

  private static ByteBuffer allocate(long bytes) {
    return ByteBuffer.allocateDirect(Math.toIntExact(bytes + bytes / 8))
        .order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Copies the rows of some key heads; what kernels then attend to instead of the cache. */
  CacheRows copy(KvCache cache, int[] rows, CacheRows whole, Slice heads) {
    for (int head = (int) heads.from(); head < heads.from() + heads.length(); head++) {
      cache.copy(head, rows, keys, values);
    }
    int last = rows.length - 1;
    return new CacheRows(
        whole.type(), keys, values, whole.cos(), whole.sin(), rows.length, last, rows.length);
  }
}
