package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Specification of the in-decoder baselines, tables of section 3.3. */
class SparseScheduleTest {

  private static final List<Integer> STAGES = List.of(2, 6, 15);

  @ParameterizedTest
  @CsvSource({
    "192, 576, 32, 309, 204, 113, 192.03",
    "128, 576, 32, 312, 117, 39, 128.63",
    "96, 576, 32, 249, 55, 27, 96.94",
    "64, 576, 32, 82, 32, 18, 64.81",
    "640, 2880, 32, 1557, 581, 193, 640.56",
    "320, 2880, 32, 407, 158, 88, 322.06",
    "512, 1296, 28, 795, 528, 293, 511.89",
    "256, 1296, 28, 514, 189, 63, 256.00",
    "128, 1296, 28, 107, 35, 19, 127.93"
  })
  void publishedLists(int tokens, int patches, int layers, int n1, int n2, int n3, double average) {
    int[] k = SparseSchedule.targets(tokens, patches, layers, STAGES);
    assertEquals(n1, SparseSchedule.after(patches, k[0]));
    assertEquals(n2, SparseSchedule.after(n1, k[1]));
    assertEquals(n3, SparseSchedule.after(n2, k[2]));
    assertEquals(average, SparseSchedule.average(patches, layers, STAGES, k), 0.005);
  }

  @ParameterizedTest
  @CsvSource({"192, 206.5", "128, 145.4", "64, 82.3"})
  void averagesOverLayerInputsAreHigher(int tokens, double average) {
    int[] k = SparseSchedule.targets(tokens, 576, 32, STAGES);
    // what a layer takes in is what the one before it gave out
    assertEquals(average, SparseSchedule.average(576, 32, List.of(3, 7, 16), k), 0.05);
  }

  @Test
  void recyclingCountsOf64() {
    int[][] cases = {{576, 66, 510, 154, 16}, {82, 30, 52, 16, 2}, {32, 17, 15, 5, 1}};
    for (int[] c : cases) {
      assertEquals(c[2], c[0] - c[1]);
      assertEquals(c[3], SparseSchedule.recycledMembers(c[2]));
      assertEquals(c[4], SparseSchedule.recycled(c[0], c[1]));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "576, 128, 114",
    "576, 64, 48",
    "576, 32, 15",
    "2880, 640, 570",
    "2880, 320, 240",
    "2880, 160, 75",
    "1296, 512, 487",
    "1296, 256, 223",
    "1296, 128, 91"
  })
  void singleStageMeetsTheBudget(int patches, int tokens, int k) {
    assertEquals(k, SparseSchedule.singleStage(tokens, patches));
    assertEquals(tokens, SparseSchedule.after(patches, k));
  }

  @ParameterizedTest
  @CsvSource({"32, 576", "160, 2880"})
  void averagesBelowTheUnprunedLayersAreRefused(int tokens, int patches) {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> SparseSchedule.targets(tokens, patches, 32, STAGES));
    assertTrue(e.getMessage().contains(tokens + " of " + patches), e.getMessage());
  }

  @Test
  void otherBudgetsMeetTheirAverage() {
    for (int tokens = 50; tokens <= 500; tokens += 25) {
      int[] k = SparseSchedule.targets(tokens, 576, 32, STAGES);
      double average = SparseSchedule.average(576, 32, STAGES, k);
      assertTrue(average <= tokens + 1 && average > tokens - 3, tokens + " became " + average);
    }
  }

  @Test
  void fewLayersHaveFewStages() {
    int[] k = SparseSchedule.targets(16, 64, 4, List.of(0, 1, 2));
    assertArrayEquals(k, SparseSchedule.targets(16, 64, 4, List.of(0, 1, 2)));
    assertTrue(SparseSchedule.average(64, 4, List.of(0, 1, 2), k) <= 16);
  }
}
