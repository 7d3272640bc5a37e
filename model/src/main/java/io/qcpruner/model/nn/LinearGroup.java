package io.qcpruner.model.nn;

import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * Several linear maps of the same rows, such as queries, keys and values.
 *
 * @param widths outputs of each map
 */
public record LinearGroup(List<Linear> maps, long[] widths) {

  /** The rows x mapped by each map of the group. */
  public List<Tensor> forward(Tensor x, Workspace workspace) {
    return maps.stream().map(m -> m.forward(x, workspace)).toList();
  }

  /** Whether kernels compute all maps. */
  public boolean isByKernels(int rows) {
    return maps.stream().allMatch(m -> m.isByKernels(rows));
  }

  /** Like above, for rows in native memory: outputs of one map after those of another. */
  public void multiply(FewRows x, FewRows y, Workspace workspace) {
    long at = 0;
    for (int i = 0; i < widths.length; i++) {
      maps.get(i).multiply(x, y.from(at), workspace);
      at += widths[i];
    }
  }
}
