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

  /** The same with {@link Linear#multiply}: outputs of one map behind those of another. */
  void multiply(FewRows x, float[] y, int stride, Workspace workspace);

  /**
   * One product for each map: stored weights, which lie apart in their file.
   *
   * @param widths outputs of each map
   */
  record Separate(List<Linear> maps, long[] widths) implements LinearGroup {
    @Override
    public void multiply(FewRows x, float[] y, int stride, Workspace workspace) {
      LinearGroup.multiply(maps, widths, x, y, stride, workspace);
    }

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
   * One product for each map with rows that are rounded once: 4-bit weights, and 8-bit weights of a
   * mapped file.
   *
   * @param widths outputs of each map
   */
  record RoundedOnce(List<RoundingLinear> maps, long[] widths) implements LinearGroup {
    @Override
    public void multiply(FewRows x, float[] y, int stride, Workspace workspace) {
      LinearGroup.multiply(maps, widths, x, y, stride, workspace);
    }

    @Override
    public List<Tensor> forward(Tensor x, Workspace workspace) {
      return cut(RoundingLinear.forward(maps, x, workspace), widths);
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
    public void multiply(FewRows x, float[] y, int stride, Workspace workspace) {
      product.multiply(x, y, 0, stride, workspace);
    }

    @Override
    public List<Tensor> forward(Tensor x, Workspace workspace) {
      return cut(product.forward(x, workspace), widths);
    }

    @Override
    public List<Tensor> forwardEach(Tensor x, Workspace workspace) {
      return cut(product.forwardEach(x, workspace), widths);
    }
  }

  /** Outputs of several groups one after the other, map by map. */
  record Concatenated(List<LinearGroup> shards) implements LinearGroup {
    @Override
    public void multiply(FewRows x, float[] y, int stride, Workspace workspace) {
      throw new UnsupportedOperationException("few rows are multiplied shard by shard");
    }

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

  private static void multiply(
      List<? extends Linear> maps,
      long[] widths,
      FewRows x,
      float[] y,
      int stride,
      Workspace workspace) {
    int at = 0;
    for (int i = 0; i < widths.length; i++) {
      maps.get(i).multiply(x, y, at, stride, workspace);
      at += (int) widths[i];
    }
  }

  /** The outputs of several maps that lie one behind the other. */
  private static List<Tensor> cut(Tensor y, long... widths) {
    List<Tensor> out = new ArrayList<>();
    long from = 0;
    for (long width : widths) {
      out.add(y.narrow(-1, from, width));
      from += width;
    }
    return out;
  }
}
