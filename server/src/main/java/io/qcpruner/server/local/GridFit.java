package io.qcpruner.server.local;

import java.util.function.IntFunction;

/**
 * Where the cells of a grid lie along one axis: cell i begins at {@code start + i * step}. Found
 * from the visible part of each cell, because cells outside the picture show padding and are cut.
 *
 * @param start may lie outside the picture
 */
record GridFit(double start, double step) {

  /** The visible part of a cell along the axis; empty when the length is 0. */
  record Part(double from, double length) {}

  /**
   * @param cells how many cells the grid has along the axis
   * @param length of the picture along it
   * @param fallback step where the picture lies within a single cell
   */
  static GridFit of(int cells, double length, double fallback, IntFunction<Part> visible) {
    int first = -1;
    double firstEdge = 0;
    int last = -1;
    double lastEdge = 0;
    int shown = -1;
    for (int i = 0; i < cells; i++) {
      Part part = visible.apply(i);
      if (part.length() <= 0) {
        continue;
      }
      if (shown >= 0) {
        // an edge between two visible cells is exact
        first = first < 0 ? i : first;
        firstEdge = first == i ? part.from() : firstEdge;
        last = i;
        lastEdge = part.from();
      }
      shown = i;
    }
    if (last > first) {
      double step = (lastEdge - firstEdge) / (last - first);
      return new GridFit(firstEdge - first * step, step);
    }
    if (cells == 1 || shown < 0) {
      return new GridFit(0, length / cells);
    }
    double step = Math.max(fallback, first < 0 ? length : length / 2);
    // one edge, or none: a picture within a cell lies in its middle
    return first >= 0
        ? new GridFit(firstEdge - first * step, step)
        : new GridFit((length - step) / 2 - shown * step, step);
  }
}
