package io.qcpruner.model;

import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.model.generate.Generation;
import io.qcpruner.model.prune.PruneStep;
import io.qcpruner.model.prune.StageClock;
import java.util.Arrays;
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
 * @param prefix rows that were ready from an earlier question about the picture
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
    List<PruneStep> steps,
    Optional<Anchors> anchors,
    PrefixUse prefix,
    StageClock clock) {

  public Reply {
    steps = List.copyOf(steps);
  }

  static Reply of(
      Prefilled run, Generation generation, long cacheBytes, PrefixUse prefix, StageClock clock) {
    TokenLayout before = run.prompt().input().layout();
    return new Reply(
        generation,
        before.size(),
        run.steps().isEmpty() ? visualRows(before) : candidates(run.steps()),
        visualRows(run.survivors().layout()),
        run.survivors().layout(),
        run.rowsPerLayer(),
        cacheBytes,
        run.steps(),
        run.prompt().anchors(),
        prefix,
        clock);
  }

  /** Of the method's first stage, over all pictures. */
  private static int candidates(List<PruneStep> steps) {
    Stage first = steps.get(0).stage();
    return steps.stream()
        .filter(step -> step.stage().equals(first))
        .mapToInt(step -> step.result().trace().candidates())
        .sum();
  }

  private static int visualRows(TokenLayout layout) {
    return (int)
        Arrays.stream(layout.kinds())
            .filter(k -> k == TokenKind.PATCH || k == TokenKind.MERGED || k == TokenKind.CLASS)
            .count();
  }

  public String text() {
    return generation.text();
  }
}
