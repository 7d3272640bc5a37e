package io.qcpruner.model.backbone;

/**
 * The merged grid of a picture or clip.
 *
 * @param slices temporal slices, 1 for a picture
 * @param rows merged rows of a slice
 * @param cols merged columns of a slice
 * @param positionsPerSlice distance of two slices on the time axis, before rounding down
 */
public record MropeGrid(int slices, int rows, int cols, double positionsPerSlice) {

  /** The grid of one of its slices. */
  MropeGrid oneSlice() {
    return new MropeGrid(1, rows, cols, positionsPerSlice);
  }

  long time(int place) {
    // in float, as transformers multiplies
    return (long) (place / (rows * cols) * (float) positionsPerSlice);
  }

  long row(int place) {
    return place % (rows * cols) / cols;
  }

  long col(int place) {
    return place % cols;
  }

  /** How far the positions of text move on after the grid: one more than the largest used. */
  long extent() {
    return 1 + Math.max(time(slices * rows * cols - 1), Math.max(rows, cols) - 1);
  }
}
