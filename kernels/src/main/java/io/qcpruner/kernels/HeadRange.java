package io.qcpruner.kernels;

/**
 * Some heads of a layer.
 *
 * @param heads of queries
 * @param firstKv the first key head
 * @param kvHeads key heads
 * @param group query heads that share a key head
 * @param dim numbers of a head
 */
public record HeadRange(int heads, int firstKv, int kvHeads, int group, int dim) {}
