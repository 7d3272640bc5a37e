package io.qcpruner.model.backbone.qwen;

import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.RotaryTable;
import io.qcpruner.model.nn.Tensors;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;

/**
 * The patches of a picture or clip: slices of a grid, cut into blocks of {@code merge} by {@code
 * merge} patches. Block order lists block by block in raster order, and the patches of a block row
 * by row.
 */
public record PatchGrid(int slices, int height, int width, int merge) {

  /** Patches of one temporal slice: the reach of full attention. */
  public int perSlice() {
    return height * width;
  }

  /** Patches of all slices. */
  public int patches() {
    return slices * perSlice();
  }

  /** Blocks of all slices. */
  public int units() {
    return patches() / (merge * merge);
  }

  /** Lengths of the attention segments of full attention: one for each slice. */
  public int[] sliceLengths() {
    int[] lengths = new int[slices];
    Arrays.fill(lengths, perSlice());
    return lengths;
  }

  /** Blocks in block order: 0, 1, 2, ... */
  public int[] rasterUnits() {
    return IntStream.range(0, units()).toArray();
  }

  /** Grid row of each patch, the blocks in the given order. */
  public int[] rows(int[] units) {
    return coordinates(units, true);
  }

  /** Grid column of each patch, the blocks in the given order. */
  public int[] columns(int[] units) {
    return coordinates(units, false);
  }

  private int[] coordinates(int[] units, boolean row) {
    int perUnit = merge * merge;
    int across = width / merge;
    return IntStream.range(0, units.length * perUnit)
        .map(
            i -> {
              int unit = units[i / perUnit] % (perSlice() / perUnit);
              int inner = i % perUnit;
              return row
                  ? unit / across * merge + inner / merge
                  : unit % across * merge + inner % merge;
            })
        .toArray();
  }

  /** Refuses patches that do not fill the grid. */
  public void require(Tensor patches) {
    if (patches.dim() != 2 || patches.size(0) != patches()) {
      throw new IllegalArgumentException(
          "patches %s don't fill the grid %d x %d x %d"
              .formatted(Arrays.toString(Tensors.shape(patches)), slices, height, width));
    }
  }

  /** Angles of each patch: [row · inverse, column · inverse], for heads of that dimension. */
  public static RotaryTable rotary(
      int[] rows, int[] columns, int headDim, double theta, Placement placement) {
    int quarter = headDim / 4;
    int n = rows.length;
    float[] angles = new float[n * 2 * quarter];
    for (int i = 0; i < quarter; i++) {
      float inverse = (float) (1.0 / Math.pow(theta, (double) i / quarter));
      for (int p = 0; p < n; p++) {
        angles[p * 2 * quarter + i] = rows[p] * inverse;
        angles[p * 2 * quarter + quarter + i] = columns[p] * inverse;
      }
    }
    return RotaryTable.ofAngles(Tensors.ofFloats(angles, placement, 1, n, 2L * quarter));
  }
}
