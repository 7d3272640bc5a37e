package io.qcpruner.core.objective;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.testkit.Seeded;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(Seeded.class)
class TiledRowsTest {

  /** Rows that come back while an older copy of them still fills a slot must stay reachable. */
  @Test
  void rowsAskedForInAnyOrderAreThoseOfTheFullMatrix(Random random) {
    Matrix features = Matrix.zeros(70, 5);
    for (int i = 0; i < features.data().length; i++) {
      features.data()[i] = (float) random.nextGaussian();
    }
    Matrix full = Kernels.cosine(features);
    TiledRows rows = new TiledRows(features);
    int next = 0;
    for (int ask = 0; ask < 3000; ask++) {
      // runs in order, which load whole tiles, between jumps
      next = random.nextInt(3) == 0 ? random.nextInt(70) : (next + 1) % 70;
      float[] array = rows.array(next);
      int offset = rows.offset(next);
      for (int i = 0; i < 70; i++) {
        assertEquals(full.get(next, i), array[offset + i]);
      }
    }
  }
}
