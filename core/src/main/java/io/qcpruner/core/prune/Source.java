package io.qcpruner.core.prune;

/**
 * Where a method comes from.
 *
 * @param paper title of the paper
 * @param code public repository and revision its behaviour was read from, or why there is none
 */
public record Source(String paper, String code) {}
