package io.qcpruner.core.prune;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.signal.VisionLayout;
import org.junit.jupiter.api.Test;

class PlanTest {

  @Test
  void builderWritesSelectionsAndMixtures() {
    PrunePlan plan =
        new PlanBuilder()
            .keep(TokenKind.TEXT, 0)
            .mix(TokenKind.MERGED, new int[] {3, 1}, new float[] {0.5f, 0.25f})
            .keep(TokenKind.PATCH, 2)
            .build(PositionPolicy.KEEP);
    assertArrayEquals(new int[] {0, 3, 2}, plan.rows().primarySources());
    assertArrayEquals(new int[] {0, 1, 3, 4}, plan.rows().offsets());
    assertFalse(plan.rows().isSelection());
    assertFalse(plan.unchanged());
    assertEquals("2 (patch 1, class 0, contextual 1; newline 0)", KeptCounts.of(plan).toString());
  }

  @Test
  void rowsWithoutSourcesAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new PlanBuilder().mix(TokenKind.MERGED, new int[0], new float[0]));
    assertThrows(
        IllegalArgumentException.class,
        () -> new RowMap(new int[] {0, 0, 1}, new int[] {4}, new float[] {1}));
    assertThrows(
        IllegalArgumentException.class,
        () -> new RowMap(new int[] {0, 2}, new int[] {4}, new float[] {1}));
  }

  @Test
  void unchangedPlansAreIdentities() {
    TokenLayout layout = TokenLayout.video(1, 2, 2, 2, true, 2);
    PrunePlan plan = PrunePlan.unchanged(layout, PositionPolicy.COMPACT);
    assertTrue(plan.unchanged() && plan.rows().isIdentity(layout.size()));
    PrunePlan tower =
        PrunePlan.unchanged(VisionLayout.anyRes(5, 2, true, 1, 1), PositionPolicy.COMPACT);
    assertArrayEquals(new int[] {1, 2, 3, 4, 6, 7, 8, 9}, tower.rows().primarySources());
  }

  @Test
  void onlyTheSameRowsInTheSameOrderAreAnIdentity() {
    assertTrue(RowMap.select(new int[] {0, 1, 2}).isIdentity(3));
    assertFalse(RowMap.select(new int[] {0, 1, 2}).isIdentity(4));
    assertFalse(RowMap.select(new int[] {0, 2, 1}).isIdentity(3));
    RowMap halved = new RowMap(new int[] {0, 1, 2}, new int[] {0, 1}, new float[] {1, 0.5f});
    assertFalse(halved.isSelection());
    assertFalse(halved.isIdentity(2));
    RowMap mixed = new RowMap(new int[] {0, 2}, new int[] {0, 1}, new float[] {1, 1});
    assertFalse(mixed.isSelection());
    assertTrue(RowMap.select(new int[] {4, 1}).isSelection());
  }

  @Test
  void budgetsResolve() {
    assertEquals(64, new Budget.Total(64).resolve(576, 1));
    assertEquals(576, new Budget.Total(600).resolve(576, 1));
    assertEquals(64, new Budget.PerGroup(32).resolve(338, 2));
    assertEquals(64, new Budget.Ratio(1.0 / 9).resolve(576, 1));
    assertEquals(2, new Budget.Ratio(0.5).resolve(5, 1));
    assertEquals(1, new Budget.Ratio(0.001).resolve(5, 1));
    assertThrows(IllegalArgumentException.class, () -> new Budget.Auto(0.9).resolve(576, 1));
  }

  @Test
  void impossibleBudgetsAreNamed() {
    for (int tokens : new int[] {0, -3}) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> new Budget.Total(tokens));
      assertTrue(e.getMessage().contains(Integer.toString(tokens)), e.getMessage());
      assertThrows(IllegalArgumentException.class, () -> new Budget.PerGroup(tokens));
    }
    for (double share : new double[] {0, -0.5, 1.01, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> new Budget.Ratio(share));
      assertThrows(IllegalArgumentException.class, () -> new Budget.Auto(share));
    }
  }
}
