package io.qcpruner.model.backbone.llavanext;

/**
 * The AnyRes canvases of a checkpoint.
 *
 * @param sizes in file order, each pair as written in the file
 * @param heightFirst how a pair was meant by the layout that wrote it
 */
record Canvases(int[][] sizes, boolean heightFirst) {}
