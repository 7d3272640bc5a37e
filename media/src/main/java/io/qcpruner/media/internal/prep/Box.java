package io.qcpruner.media.internal.prep;

/** A rectangle of whole cells: pixels of a canvas, or patches of a grid. */
public record Box(int left, int top, int width, int height) {}
