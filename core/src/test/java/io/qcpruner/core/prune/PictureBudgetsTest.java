package io.qcpruner.core.prune;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What each picture of a conversation may keep. */
class PictureBudgetsTest {

  @Test
  void aTotalIsSharedInProportion() {
    assertEquals(totals(48, 16), PictureBudgets.share(new Budget.Total(64), new int[] {576, 192}));
  }

  @Test
  void whatIsLeftGoesToTheLargestRemainders() {
    // 10 * 3/7 = 4 2/7, 10 * 2/7 = 2 6/7 twice: both halves of the rest go to the last two
    assertEquals(totals(4, 3, 3), PictureBudgets.share(new Budget.Total(10), new int[] {3, 2, 2}));
    // equal remainders: the earlier picture
    assertEquals(totals(4, 3), PictureBudgets.share(new Budget.Total(7), new int[] {5, 5}));
  }

  @Test
  void everyPictureKeepsAToken() {
    assertEquals(totals(1, 2), PictureBudgets.share(new Budget.Total(2), new int[] {1, 900}));
  }

  @Test
  void aTotalThatCoversAllCoversEachPicture() {
    assertEquals(totals(5, 9), PictureBudgets.share(new Budget.Total(14), new int[] {5, 9}));
  }

  @Test
  void otherBudgetsHoldForEachPicture() {
    Budget ratio = new Budget.Ratio(0.25);
    assertEquals(List.of(ratio, ratio), PictureBudgets.share(ratio, new int[] {4, 8}));
    Budget group = new Budget.PerGroup(32);
    assertEquals(List.of(group, group), PictureBudgets.share(group, new int[] {4, 8}));
  }

  private static List<Budget> totals(int... tokens) {
    return java.util.Arrays.stream(tokens).mapToObj(t -> (Budget) new Budget.Total(t)).toList();
  }
}
