package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Shares at exact halves fall as the published float32 arithmetic lets them fall. */
class GroupAllocationTest {

  private static int[] shares(int budget, int... survivors) {
    List<GroupRanking> groups =
        IntStream.of(survivors)
            .mapToObj(s -> new GroupRanking(IntStream.range(0, 40).toArray(), s))
            .toList();
    return GroupAllocation.of(groups, budget, 1);
  }

  /** Exact arithmetic would give 9, 9 to the sixth and seventh group: 62 of 84 parts of 63. */
  @Test
  void halvesFollowFloat32() {
    assertArrayEquals(
        new int[] {10, 8, 6, 10, 9, 10, 8, 10}, shares(72, 12, 9, 7, 12, 11, 11, 10, 12));
    assertArrayEquals(
        new int[] {8, 10, 8, 10, 10, 9, 7, 9}, shares(72, 9, 13, 9, 12, 11, 11, 8, 11));
  }

  @Test
  void everyGroupGetsOneAndTheRestByWeight() {
    assertArrayEquals(new int[] {1, 4, 2}, shares(8, 1, 9, 3));
  }
}
