package io.qcpruner.model.internal.prune;

import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Pruner;

/** Which method prunes, and to how many tokens. */
public record PruneRequest(Pruner pruner, Budget budget) {}
