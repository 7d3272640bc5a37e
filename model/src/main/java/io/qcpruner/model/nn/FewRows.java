package io.qcpruner.model.nn;

import org.bytedeco.pytorch.Tensor;

/**
 * Rows in a Java array, such as those of new tokens.
 *
 * @param values [rows, width], row after row from index 0
 */
public record FewRows(float[] values, int rows, int width) {

  /** The rows of x [1, rows, in] mapped by {@link Linear#multiply}, as a tensor. */
  static Tensor map(Linear map, int outputs, Tensor x, Workspace workspace) {
    int rows = Math.toIntExact(x.size(1));
    float[] y = new float[rows * outputs];
    FewRows few = new FewRows(Tensors.toFloats(x), rows, Math.toIntExact(x.size(-1)));
    map.multiply(few, y, 0, outputs, workspace);
    return Tensors.ofFloats(y, workspace.placement(), 1, rows, outputs);
  }
}
