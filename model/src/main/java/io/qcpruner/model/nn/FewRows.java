package io.qcpruner.model.nn;

import io.qcpruner.model.kernel.Int8Tile;
import io.qcpruner.model.kernel.RowKernels;
import io.qcpruner.model.kernel.StoredType;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/**
 * Rows in a Java array, such as those of new tokens, in the forms in which kernels read them. Each
 * form is made when it is first asked for, so that maps of the same rows share it. For one thread;
 * the numbers must not change.
 */
public final class FewRows {
  /** From so many rows on, four together take less time than one after the other. */
  private static final int TILE_PAYS = 3;

  private final float[] values;
  private final int rows;
  private final int width;
  private final Map<StoredType, float[]> arranged = new EnumMap<>(StoredType.class);
  private Int8Rows rounded;
  private List<Int8Tile> roundedInGroups;

  /**
   * @param values [rows, width], row after row from index 0
   */
  public FewRows(float[] values, int rows, int width) {
    this.values = values;
    this.rows = rows;
    this.width = width;
  }

  float[] values() {
    return values;
  }

  int rows() {
    return rows;
  }

  int width() {
    return width;
  }

  /** In the order of {@link RowKernels#products} with weights of that type. */
  float[] arrangedFor(StoredType type, RowKernels kernels) {
    return arranged.computeIfAbsent(
        type,
        t -> {
          float[] made = new float[rows * width];
          kernels.prepare(t, values, rows, width, made);
          return made;
        });
  }

  /** In 8 bits, one scale a row. */
  Int8Rows rounded() {
    if (rounded == null) {
      rounded = Int8Rows.of(this);
    }
    return rounded;
  }

  /** In 8 bits, a scale for every 32 numbers: rows in tiles while there are enough of them. */
  List<Int8Tile> roundedInGroups() {
    if (roundedInGroups == null) {
      roundedInGroups = new ArrayList<>(rows);
      for (int r = 0; r < rows; ) {
        int left = Math.min(Int8Tile.MOST_ROWS, rows - r);
        boolean together = left >= TILE_PAYS;
        int at = r * width;
        roundedInGroups.add(
            together ? Int8Tile.of(values, at, left, width) : Int8Tile.of(values, at, width));
        r += together ? left : 1;
      }
    }
    return roundedInGroups;
  }

  /** The rows of x [1, rows, in] mapped by {@link Linear#multiply}, as a tensor. */
  static Tensor map(Linear map, int outputs, Tensor x, Workspace workspace) {
    int rows = Math.toIntExact(x.size(1));
    float[] y = new float[rows * outputs];
    FewRows few = new FewRows(Tensors.toFloats(x), rows, Math.toIntExact(x.size(-1)));
    map.multiply(few, y, 0, outputs, workspace);
    return Tensors.ofFloats(y, workspace.placement(), 1, rows, outputs);
  }
}
