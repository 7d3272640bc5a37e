package io.qcpruner.model.nn;

import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * A map of prompts whose rows are rounded to 8 bits first; maps of the same rows can share that.
 */
interface RoundingLinear extends Linear {

  int outputs();

  /** Puts the rows' outputs into y [..., stride], from index {@code at} of each row. */
  void product(RoundedRows x, Tensor y, int at, int stride, Workspace workspace);

  @Override
  default Tensor forward(Tensor x, Workspace workspace) {
    return forward(List.of(this), x, workspace);
  }

  /** The rows x mapped by several maps: outputs of one behind those of another, [..., all]. */
  static Tensor forward(List<? extends RoundingLinear> maps, Tensor x, Workspace workspace) {
    long[] shape = Tensors.shape(x);
    int outputs = maps.stream().mapToInt(RoundingLinear::outputs).sum();
    shape[shape.length - 1] = outputs;
    Tensor y = Tensors.emptyLike(x, shape);
    Scopes.run(
        () -> {
          RoundedRows rows = RoundedRows.of(x);
          int at = 0;
          for (RoundingLinear map : maps) {
            if (map.outputs() > 0) {
              map.product(rows, y, at, outputs, workspace);
            }
            at += map.outputs();
          }
        });
    return y;
  }
}
