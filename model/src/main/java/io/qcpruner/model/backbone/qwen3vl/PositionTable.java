package io.qcpruner.model.backbone.qwen3vl;

import io.qcpruner.model.backbone.qwen.PatchGrid;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import org.bytedeco.pytorch.Tensor;

/**
 * The learned positions of a square grid, stretched to a picture's grid: corners lie on corners,
 * and between the four nearest entries the value is bilinear. In float, as transformers computes
 * it.
 *
 * @param table [side², d] at least
 * @param side rows and columns of the square
 */
record PositionTable(Tensor table, int side, Placement placement) {

  /** One axis: the two nearest entries of each coordinate and the share of the second. */
  private record Taps(int[] first, int[] second, float[] share) {}

  /** [P, d] positions of all patches in block order, each slice the same. */
  Tensor of(PatchGrid grid) {
    int[] order = new PatchGrid(1, grid.height(), grid.width(), grid.merge()).rasterUnits();
    Taps rows = taps(grid.rows(order), grid.height());
    Taps columns = taps(grid.columns(order), grid.width());
    Tensor one =
        part(rows.first(), columns.first(), rows, columns, false, false)
            .add(part(rows.first(), columns.second(), rows, columns, false, true))
            .add(part(rows.second(), columns.first(), rows, columns, true, false))
            .add(part(rows.second(), columns.second(), rows, columns, true, true));
    return grid.slices() == 1 ? one : one.repeat(grid.slices(), 1);
  }

  private Taps taps(int[] at, int size) {
    int[] first = new int[at.length];
    int[] second = new int[at.length];
    float[] share = new float[at.length];
    for (int i = 0; i < at.length; i++) {
      float place = (float) (at[i] * (side - 1)) / Math.max(size - 1, 1);
      first[i] = (int) Math.floor(place);
      second[i] = Math.min(first[i] + 1, side - 1);
      share[i] = place - first[i];
    }
    return new Taps(first, second, share);
  }

  /** One of the four entries, with its weight. */
  private Tensor part(
      int[] row, int[] column, Taps rows, Taps columns, boolean lower, boolean right) {
    int[] index = new int[row.length];
    float[] weight = new float[row.length];
    for (int i = 0; i < index.length; i++) {
      index[i] = row[i] * side + column[i];
      float down = lower ? rows.share()[i] : 1 - rows.share()[i];
      float across = right ? columns.share()[i] : 1 - columns.share()[i];
      weight[i] = down * across;
    }
    return table
        .index_select(0, Tensors.ofIndices(index, placement))
        .mul(Tensors.ofFloats(weight, placement, weight.length, 1));
  }
}
