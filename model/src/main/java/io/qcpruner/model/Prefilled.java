package io.qcpruner.model;

import io.qcpruner.model.decoder.RowTable;
import io.qcpruner.model.prune.PruneStep;
import java.util.List;

/**
 * A prompt after the last layer.
 *
 * @param prompt what entered layer 0
 * @param survivors the rows that reached the last layer
 * @param steps what the method decided at each of its stages; empty without a method
 * @param counts tokens, rows and bytes
 */
public record Prefilled(
    AssembledPrompt prompt, RowTable survivors, List<PruneStep> steps, PromptCounts counts) {
  public Prefilled {
    steps = List.copyOf(steps);
  }

  static Prefilled of(
      AssembledPrompt prompt,
      RowTable survivors,
      List<PruneStep> steps,
      long[] rowsPerLayer,
      long cacheBytes) {
    return new Prefilled(
        prompt,
        survivors,
        steps,
        PromptCounts.of(prompt, survivors.layout(), steps, rowsPerLayer, cacheBytes));
  }
}
