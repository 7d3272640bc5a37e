package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.contracts.ClipTileContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.linalg.Matrix;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Specification of the pre-decoder baselines, section 6. */
class PruneSidTest extends ClipTileContract {

  private static final Stage STAGE = new Stage.AfterVision();
  private static final String HIDDEN =
      "[-2,-2,2,2] [-2,0,3,0] [-2,-3,-2,1] [-2,3,0,-3] [-1,-3,3,3] [-1,-1,1,1] [-3,-1,2,2]"
          + " [0,1,-3,3] [1,-3,3,2] [0,2,-1,-1]";
  private static final String ATTENTION = ".95 .60 .65 .45 .20 .10 .80 .70 .30 .25";

  @Override
  protected Pruner method() {
    return new PruneSid(PruneSid.Parameters.DEFAULTS);
  }

  @Test
  void workedExampleGroups() {
    PcaGroups groups = PcaGroups.of(Rows.matrix(HIDDEN), 2);
    assertArrayEquals(
        Rows.matrix(
                "(.4382,.1124) (.2022,.4907) (.2074,.3417) (.2294,.5826) (.4772,.0233)"
                    + " (.2659,.0682) (.3958,.2007) (.0812,.4541) (.3649,.1699) (.2770,.0994)")
            .data(),
        groups.loadings().data(),
        1e-4f);
    assertArrayEquals(new int[] {0, 1, 1, 1, 0, 0, 0, 1, 0, 0}, groups.group());
  }

  @Test
  void workedExample() {
    ArraySignals signals =
        ArraySignals.of(VisionLayout.single(2, 5, true))
            .with(Signal.TOWER_STATES, Rows.matrix("[5,5,5,5] " + HIDDEN))
            .with(Signal.CLASS_ATTENTION, Matrix.of(Rows.row(ATTENTION)))
            .build();
    PruneResult result = method().plan(STAGE, signals, new Budget.Total(8));
    assertArrayEquals(new int[] {0, 9, 6, 7, 1, 2, 3}, result.trace().order());
    assertArrayEquals(new int[] {0, 1, 10, 7, 8, 2, 3, 4}, result.plan().rows().primarySources());
    assertEquals(TokenKind.CLASS, result.plan().kinds()[0]);
  }

  @Test
  void workedExampleAllocation() {
    List<GroupRanking> groups =
        List.of(
            new GroupRanking(new int[] {0, 9, 6, 8, 4, 5}, 2),
            new GroupRanking(new int[] {7, 1, 2, 3}, 2));
    assertArrayEquals(new int[] {3, 4}, GroupAllocation.of(groups, 8, 1));
  }

  @ParameterizedTest
  @CsvSource({"128, 127", "64, 63", "32, 31"})
  void classRowCountsAgainstTheBudget(int budget, int patches) {
    ArraySignals signals = SignalDraw.of(VisionLayout.single(24, 24, true), new Random(5));
    PruneResult result = method().plan(STAGE, signals, new Budget.Total(budget));
    assertEquals(patches, result.trace().counts().patch());
    assertEquals(1, result.trace().counts().classRows());
  }

  @Test
  void tileFeaturesArePermutedInsideTheirTileAsPublished(Random random) {
    VisionLayout vision = VisionLayout.anyRes(5, 5, true, 1, 2);
    ArraySignals signals = SignalDraw.of(vision, random);
    Budget budget = new Budget.PerGroup(9);
    PruneResult official = method().plan(STAGE, signals, budget);
    PruneResult raster =
        new PruneSid(new PruneSid.Parameters(PruneSid.TileFeatures.RASTER))
            .plan(STAGE, signals, budget);
    assertArrayEquals(official.trace().kept(), raster.trace().kept());
    int[] places = raster.plan().rows().primarySources();
    int[] sources = official.plan().rows().primarySources();
    int[] order = official.trace().order();
    for (int view = 1; view <= 2; view++) {
      int[] grouped = java.util.Arrays.copyOfRange(order, view * 8, view * 8 + 8);
      int[] sorted = Indices.sorted(grouped);
      for (int i = 0; i < places.length; i++) {
        int patch = vision.patchNumber(places[i]);
        int rank = java.util.Arrays.binarySearch(sorted, patch);
        if (rank >= 0) {
          assertEquals(grouped[rank], vision.patchNumber(sources[i]));
        }
      }
    }
  }

  @Test
  void suppressionKeepsTheMostAttendedOfSimilarTokens() {
    Matrix similarity = Rows.matrix("[1,.9,.1,.1] [.9,1,.1,.1] [.1,.1,1,.2] [.1,.1,.2,1]");
    GroupRanking ranking =
        GroupRanking.of(new int[] {0, 1, 2, 3}, Rows.row(".5 .9 .7 0"), similarity, 0.5);
    assertArrayEquals(new int[] {1, 2, 0, 3}, ranking.order());
    assertEquals(2, ranking.survivors());
  }
}
