package io.qcpruner.model.prune;

import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Pruner;

/**
 * Which method prunes, and to how many tokens.
 *
 * @param rotatedScores whether the alignment cue uses queries and keys after the rotary positions;
 *     the default reading of the paper
 */
public record PruneRequest(Pruner pruner, Budget budget, boolean rotatedScores) {
  public PruneRequest(Pruner pruner, Budget budget) {
    this(pruner, budget, true);
  }
}
