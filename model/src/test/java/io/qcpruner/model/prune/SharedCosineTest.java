package io.qcpruner.model.prune;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.model.nn.Crew;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.testkit.Seeded;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cosines by a crew against the engine's. */
@ExtendWith(Seeded.class)
class SharedCosineTest {
  private static final Crew CREW = Crew.of(3);

  /** Fewer rows than members, rows that do not divide, and a row of zeros. */
  @ParameterizedTest
  @CsvSource({"1, 2", "2, 3", "50, 2", "131, 3"})
  void equalsTheEngines(int n, int members, Random random) {
    int width = 40;
    float[] states = new float[n * width];
    for (int i = 0; i < states.length; i++) {
      states[i] = i / width == 7 ? 0 : (float) random.nextGaussian();
    }
    Scopes.run(
        () -> {
          Tensor rows = Tensors.ofFloats(states, Placement.cpu(), n, width);
          float[] shared = Tensors.toFloats(SharedCosine.of(rows, CREW, members));
          assertArrayEquals(Tensors.toFloats(RowScores.selfCosine(rows)), shared, 1e-6f);
          for (int i = 0; i < n; i++) {
            assertEquals(1f, shared[i * n + i]);
          }
        });
  }
}
