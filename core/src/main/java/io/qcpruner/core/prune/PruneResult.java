package io.qcpruner.core.prune;

/** A plan and the reasons for it. */
public record PruneResult(PrunePlan plan, PruneTrace trace) {}
