package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.contracts.ClipTileContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Specification of the pre-decoder baselines, section 4. */
class CdPrunerTest extends ClipTileContract {

  static final String PROJECTED = "[2,1,0] [1,2,0] [0,1,2] [2,0,1] [1,1,1] [0,3,1]";
  private static final Matrix EMBEDDED = Rows.matrix("[1,0] [3,1] [1,1] [1,3] [0,1] [-1,2]");
  private static final Matrix TEXT = Rows.matrix("[2,1] [1,2]");

  @Override
  protected Pruner method() {
    return new CdPruner(CdPruner.Parameters.DEFAULTS);
  }

  private static PruneResult example(CdPruner.Relevance relevance, double theta, Matrix text) {
    ArraySignals signals =
        ArraySignals.of(VisionLayout.single(2, 3, true))
            .with(Signal.PROJECTED, Rows.matrix(PROJECTED))
            .with(Signal.IMAGE_EMBEDDING, EMBEDDED)
            .with(Signal.TEXT_EMBEDDING, text)
            .build();
    return new CdPruner(new CdPruner.Parameters(relevance, theta))
        .plan(new Stage.AfterVision(), signals, new Budget.Total(3));
  }

  @Test
  void workedExample() {
    PruneResult result = example(CdPruner.Relevance.CLIP, 0, TEXT);
    assertArrayEquals(
        Rows.row(".428351 .154399 .000002 .154399 .428351 1.000002"),
        result.trace().utility(),
        1e-5f);
    assertArrayEquals(new int[] {5, 0, 4}, result.trace().order());
    assertArrayEquals(Rows.row("1.000003 .150457 .037294"), result.trace().gains(), 1e-5f);
    // the tower's class row is row 0
    assertArrayEquals(new int[] {1, 5, 6}, result.plan().rows().primarySources());
  }

  @Test
  void theSignOfRelevanceMatters() {
    Matrix opposite = Rows.matrix("[-2,-1] [-1,-2]");
    assertArrayEquals(
        new int[] {2, 1, 3}, example(CdPruner.Relevance.CLIP, 0, opposite).trace().order());
  }

  @Test
  void thetaSharpensRelevance() {
    assertArrayEquals(
        new int[] {5, 0, 2}, example(CdPruner.Relevance.CLIP, 0.5, TEXT).trace().order());
  }

  @Test
  void withoutRelevanceOnlyDiversityCounts() {
    PruneResult result = example(CdPruner.Relevance.NONE, 0, TEXT);
    assertArrayEquals(new int[] {0, 2, 5}, result.trace().order());
    assertArrayEquals(Rows.row("1 .96 .416667"), result.trace().gains(), 1e-5f);
    assertEquals("DPP visual-only", result.trace().label());
  }

  @Test
  void flatRelevanceCountsAsOne() {
    Matrix nothing = Rows.matrix("[0,0]");
    assertArrayEquals(
        Rows.row("1 1 1 1 1 1"), example(CdPruner.Relevance.CLIP, 0, nothing).trace().utility());
  }

  @Test
  void relevanceIsNormalisedOverAllTilesJointly(Random random) {
    VisionLayout vision = VisionLayout.anyRes(5, 4, true, 1, 2);
    PruneResult result =
        method()
            .plan(new Stage.AfterVision(), SignalDraw.of(vision, random), new Budget.PerGroup(4));
    int highest = 0;
    for (float r : result.trace().utility()) {
      highest += r > 1 ? 1 : 0;
    }
    assertEquals(1, highest);
  }

  @Test
  void anExhaustedKernelIsFilledByRelevanceAndLogged(Random random) {
    Matrix same = Matrix.zeros(SIZE, 8);
    java.util.Arrays.fill(same.data(), 1f);
    PruneResult result = plan(draw(same, random), 9);
    assertTrue(result.trace().summary().contains("kernel out of rank"), result.trace().summary());
  }

  @Test
  void badParametersAreNamed() {
    assertThrows(
        IllegalArgumentException.class, () -> new CdPruner.Parameters(CdPruner.Relevance.CLIP, 1));
  }
}
