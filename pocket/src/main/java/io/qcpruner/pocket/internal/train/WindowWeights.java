package io.qcpruner.pocket.internal.train;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.Weights;
import io.qcpruner.pocket.PocketShape;
import io.qcpruner.pocket.scene.Window;
import org.bytedeco.pytorch.Tensor;

/**
 * The weights as a tower of a smaller picture sees them: its position table is the part of the
 * whole table that belongs to the window, still connected to the graph.
 */
record WindowWeights(Weights whole, Window window) implements Weights {

  private static final String POSITIONS = "vision.embeddings.position_embedding.weight";

  @Override
  public boolean has(String name) {
    return whole.has(name);
  }

  @Override
  public Tensor get(String name, long... shape) throws WeightsException {
    if (!name.equals(POSITIONS)) {
      return whole.get(name, shape);
    }
    int rows = Window.GRID * Window.GRID + 1;
    Tensor table = whole.get(name, rows, PocketShape.TOWER_WIDTH);
    int[] used = new int[window.patches() + 1];
    for (int i = 0; i < window.patches(); i++) {
      used[i + 1] = window.gridIndex(i) + 1;
    }
    return table.index_select(0, Tensors.ofIndices(used, Placement.cpu()));
  }
}
