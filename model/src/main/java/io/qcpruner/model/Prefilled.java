package io.qcpruner.model;

import io.qcpruner.model.decoder.RowTable;
import io.qcpruner.model.prune.PruneStep;
import java.util.List;

/**
 * A prompt behind the last layer.
 *
 * @param prompt what entered layer 0
 * @param survivors the rows that reached the last layer
 * @param rowsPerLayer rows that each layer's cache holds
 * @param steps what the method decided at each of its stages; empty without a method
 */
public record Prefilled(
    AssembledPrompt prompt, RowTable survivors, long[] rowsPerLayer, List<PruneStep> steps) {
  public Prefilled {
    steps = List.copyOf(steps);
  }
}
