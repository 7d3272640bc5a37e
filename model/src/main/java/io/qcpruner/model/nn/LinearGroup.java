package io.qcpruner.model.nn;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.pytorch.Tensor;

/** Several linear maps of the same rows, such as queries, keys and values. */
public sealed interface LinearGroup {

  /** The rows x mapped by each map of the group. */
  List<Tensor> forward(Tensor x, Workspace workspace);

  /** The same with {@link Linear#forwardEach}. */
  List<Tensor> forwardEach(Tensor x, Workspace workspace);

  /** One product for each map: stored weights, which lie apart in their file. */
  record Separate(List<Linear> maps) implements LinearGroup {
    @Override
    public List<Tensor> forward(Tensor x, Workspace workspace) {
      return maps.stream().map(m -> m.forward(x, workspace)).toList();
    }

    @Override
    public List<Tensor> forwardEach(Tensor x, Workspace workspace) {
      return maps.stream().map(m -> m.forwardEach(x, workspace)).toList();
    }
  }

  /**
   * One product for all maps: weights that are packed together.
   *
   * @param widths outputs of each map
   */
  record Joined(Linear product, long[] widths) implements LinearGroup {
    @Override
    public List<Tensor> forward(Tensor x, Workspace workspace) {
      return cut(product.forward(x, workspace));
    }

    @Override
    public List<Tensor> forwardEach(Tensor x, Workspace workspace) {
      return cut(product.forwardEach(x, workspace));
    }

    private List<Tensor> cut(Tensor y) {
      List<Tensor> out = new ArrayList<>();
      long from = 0;
      for (long width : widths) {
        out.add(y.narrow(-1, from, width));
        from += width;
      }
      return out;
    }
  }

  /** Outputs of several groups one after the other, map by map. */
  record Concatenated(List<LinearGroup> shards) implements LinearGroup {
    @Override
    public List<Tensor> forward(Tensor x, Workspace workspace) {
      return concatenate(shards.stream().map(s -> s.forward(x, workspace)).toList());
    }

    @Override
    public List<Tensor> forwardEach(Tensor x, Workspace workspace) {
      return concatenate(shards.stream().map(s -> s.forwardEach(x, workspace)).toList());
    }

    private static List<Tensor> concatenate(List<List<Tensor>> parts) {
      List<Tensor> out = new ArrayList<>();
      for (int map = 0; map < parts.get(0).size(); map++) {
        int index = map;
        out.add(Tensors.cat(-1, parts.stream().map(p -> p.get(index)).toArray(Tensor[]::new)));
      }
      return out;
    }
  }
}
