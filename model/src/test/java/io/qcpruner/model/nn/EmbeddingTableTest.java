package io.qcpruner.model.nn;

import static io.qcpruner.model.nn.RandomTensors.tensor;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows in Java arrays are those of the engine. */
class EmbeddingTableTest {
  private static final Placement CPU = Placement.cpu();

  @ParameterizedTest
  @EnumSource(
      value = ScalarType.class,
      names = {"Float", "BFloat16", "Half", "Double"}) // the last is left to the engine
  void equalsTheEngine(ScalarType type) {
    Scopes.run(
        () -> {
          Tensor table = tensor(new Random(3), 9, 17).to(type);
          EmbeddingTable embedding = new EmbeddingTable(table, CPU);
          int[] ids = {8, 0, 3, 3};
          Tensor expected = embedding.rows(Tensors.ofIndices(ids, CPU));
          assertArrayEquals(Tensors.toFloats(expected), embedding.rows(ids));
        });
  }

  @Test
  void anIdBehindTheLastRowIsRefused() {
    Scopes.run(
        () -> {
          EmbeddingTable embedding = new EmbeddingTable(tensor(new Random(3), 9, 17), CPU);
          Exception e =
              assertThrows(IndexOutOfBoundsException.class, () -> embedding.rows(new int[] {0, 9}));
          assertEquals("row 9 of 9", e.getMessage());
          assertThrows(IndexOutOfBoundsException.class, () -> embedding.rows(new int[] {-1}));
        });
  }
}
