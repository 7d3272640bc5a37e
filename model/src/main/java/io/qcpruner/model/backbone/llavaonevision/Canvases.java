package io.qcpruner.model.backbone.llavaonevision;

/**
 * The AnyRes canvases of a checkpoint.
 *
 * @param sizes in file order, each pair as written in the file
 * @param heightFirst how a pair was meant by the layout that wrote it
 * @param tiles how many tiles' worth of patches a picture may have before its grid is made smaller
 */
record Canvases(int[][] sizes, boolean heightFirst, int tiles) {}
