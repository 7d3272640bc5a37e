package io.qcpruner.model.nn;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.qcpruner.core.prune.RowMap;
import org.junit.jupiter.api.Test;

class RowMapsTest {
  private static final Placement CPU = Placement.cpu();
  private static final float[] ROWS = {1, 2, 10, 20, 100, 200};

  @Test
  void selectsInTheGivenOrder() {
    assertArrayEquals(new float[] {100, 200, 1, 2}, apply(RowMap.select(new int[] {2, 0})));
  }

  @Test
  void sumsWeightedSources() {
    RowMap map = new RowMap(new int[] {0, 1, 3}, new int[] {2, 0, 1}, new float[] {1f, 0.5f, 2f});
    assertArrayEquals(new float[] {100, 200, 20.5f, 41}, apply(map));
  }

  private static float[] apply(RowMap map) {
    return Tensors.toFloats(RowMaps.apply(map, Tensors.ofFloats(ROWS, CPU, 3, 2), CPU));
  }
}
