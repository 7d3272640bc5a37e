package io.qcpruner.model.internal.prune;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.Scopes;
import io.qcpruner.model.nn.Tensors;
import io.qcpruner.model.nn.ThreadTeam;
import io.qcpruner.testkit.Seeded;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cosines by a team against the engine's. */
@ExtendWith(Seeded.class)
class TeamCosineTest {
  private static final ThreadTeam TEAM = ThreadTeam.of(3);

  /** Fewer rows than workers, rows that do not divide, and a row of zeros. */
  @ParameterizedTest
  @CsvSource({"1, 2", "2, 3", "50, 2", "131, 3"})
  void equalsTheEngines(int n, int workers, Random random) {
    int width = 40;
    float[] states = new float[n * width];
    for (int i = 0; i < states.length; i++) {
      states[i] = i / width == 7 ? 0 : (float) random.nextGaussian();
    }
    Scopes.run(
        () -> {
          Tensor rows = Tensors.ofFloats(states, Placement.cpu(), n, width);
          float[] shared = Tensors.toFloats(TeamCosine.of(rows, TEAM, workers));
          assertArrayEquals(Tensors.toFloats(RowScores.selfCosine(rows)), shared, 1e-6f);
          for (int i = 0; i < n; i++) {
            assertEquals(1f, shared[i * n + i]);
          }
        });
  }
}
