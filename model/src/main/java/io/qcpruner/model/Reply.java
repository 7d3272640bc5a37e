package io.qcpruner.model;

import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.model.generate.Generation;
import io.qcpruner.model.prune.PruningHook;
import io.qcpruner.model.prune.StageClock;
import java.util.List;
import java.util.Optional;

/**
 * An answer and what it took.
 *
 * @param generation text, ids and why it ended
 * @param promptRows rows that entered the decoder
 * @param visualBefore patches before pruning
 * @param visualAfter visual rows of any kind but newlines behind the last stage
 * @param survivors the rows that reached the last layer
 * @param rowsPerLayer rows that each layer's cache held after the prompt
 * @param cacheBytes native bytes of all caches at the end
 * @param steps what the method decided at each of its stages; empty without a method
 * @param anchors query anchors, for methods that use them
 * @param clock time of each part
 */
public record Reply(
    Generation generation,
    int promptRows,
    int visualBefore,
    int visualAfter,
    TokenLayout survivors,
    long[] rowsPerLayer,
    long cacheBytes,
    List<PruningHook.Step> steps,
    Optional<Anchors> anchors,
    StageClock clock) {

  public Reply {
    steps = List.copyOf(steps);
  }

  public String text() {
    return generation.text();
  }
}
