package io.qcpruner.model;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.model.prune.PruneStep;
import java.util.Arrays;
import java.util.List;

/**
 * How large a prompt was and what pruning left of it; known before the first new token.
 *
 * @param promptTokens rows of the prompt before any pruning, visual tokens included
 * @param visualTokens visual tokens before any pruning; newlines between them count only for
 *     methods that prune the output of the tower
 * @param keptTokens visual tokens after the last stage; newlines are not counted
 * @param rowsPerLayer rows in each layer's cache after the prompt
 * @param cacheBytes bytes of all caches after the prompt
 */
public record PromptCounts(
    int promptTokens, int visualTokens, int keptTokens, long[] rowsPerLayer, long cacheBytes) {

  /**
   * @param survivors the rows that reached the last layer
   */
  static PromptCounts of(
      AssembledPrompt prompt,
      TokenLayout survivors,
      List<PruneStep> steps,
      long[] rowsPerLayer,
      long cacheBytes) {
    TokenLayout entered = prompt.input().layout();
    int visual = visualRows(entered);
    int taken = prompt.unprunedRows() - entered.size();
    // patches that pad a tile are candidates after the tower, but never rows of the prompt
    int unpruned = steps.isEmpty() ? visual : Math.min(visual + taken, candidates(steps));
    return new PromptCounts(
        prompt.unprunedRows(), unpruned, visualRows(survivors), rowsPerLayer, cacheBytes);
  }

  /** Counts the candidates of the method's first stage over all pictures. */
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
}
