package io.qcpruner.core.linalg;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A dense row-major float matrix: what an engine hands to the pruning core. The array is shared,
 * not copied; whoever builds a matrix gives it up.
 */
public record Matrix(float[] data, int rows, int cols) {

  public Matrix {
    if (rows < 0 || cols < 0 || (long) rows * cols != data.length) {
      throw new IllegalArgumentException(
          "a " + rows + " x " + cols + " matrix can't have " + data.length + " values");
    }
  }

  public static Matrix zeros(int rows, int cols) {
    return new Matrix(new float[Math.multiplyExact(rows, cols)], rows, cols);
  }

  /** Copies the rows of a rectangular array. */
  public static Matrix of(float[]... rows) {
    int cols = rows.length == 0 ? 0 : rows[0].length;
    Matrix m = zeros(rows.length, cols);
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != cols) {
        throw new IllegalArgumentException(
            "row " + i + " has " + rows[i].length + " values, row 0 has " + cols);
      }
      System.arraycopy(rows[i], 0, m.data, i * cols, cols);
    }
    return m;
  }

  public float get(int row, int col) {
    return data[offset(row) + col];
  }

  /** Index of the first value of a row in {@link #data}. */
  public int offset(int row) {
    return row * cols;
  }

  public float[] row(int row) {
    return Arrays.copyOfRange(data, offset(row), offset(row) + cols);
  }

  /** A new matrix holding the given rows in the given order. */
  public Matrix selectRows(int[] indices) {
    Matrix out = zeros(indices.length, cols);
    for (int i = 0; i < indices.length; i++) {
      System.arraycopy(data, offset(indices[i]), out.data, i * cols, cols);
    }
    return out;
  }

  /** A new matrix holding the columns {@code from <= j < to}. */
  public Matrix columns(int from, int to) {
    if (from < 0 || to < from || to > cols) {
      throw new IllegalArgumentException("columns " + from + " to " + to + " of " + cols);
    }
    Matrix out = zeros(rows, to - from);
    for (int i = 0; i < rows; i++) {
      System.arraycopy(data, offset(i) + from, out.data, out.offset(i), to - from);
    }
    return out;
  }

  /** A new matrix holding the rows {@code from <= i < to}. */
  public Matrix rows(int from, int to) {
    if (from < 0 || to < from || to > rows) {
      throw new IllegalArgumentException("rows " + from + " to " + to + " of " + rows);
    }
    return new Matrix(Arrays.copyOfRange(data, from * cols, to * cols), to - from, cols);
  }

  public Matrix transposed() {
    Matrix out = zeros(cols, rows);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < cols; j++) {
        out.data[j * rows + i] = data[i * cols + j];
      }
    }
    return out;
  }

  /** Refuses NaN and infinities, naming the matrix and the first bad row. */
  public Matrix requireFinite(String name) {
    if (IntStream.range(0, rows).parallel().allMatch(this::isFinite)) {
      return this;
    }
    for (int i = 0; i < data.length; i++) {
      if (!Float.isFinite(data[i])) {
        throw new IllegalArgumentException(
            name + " row " + i / cols + ", column " + i % cols + " is " + data[i]);
      }
    }
    return this;
  }

  private boolean isFinite(int row) {
    boolean finite = true;
    for (int i = offset(row); i < offset(row) + cols; i++) {
      finite &= Math.abs(data[i]) <= Float.MAX_VALUE;
    }
    return finite;
  }
}
