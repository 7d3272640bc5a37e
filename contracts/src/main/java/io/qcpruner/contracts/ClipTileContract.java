package io.qcpruner.contracts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.core.layout.TokenKind;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The contract of methods on towers with a class row, which also serve AnyRes tiles. */
public abstract class ClipTileContract extends TileContract {

  @Test
  void everyTileGetsItsShareOfTheNominalBudget(Random random) {
    VisionLayout three = VisionLayout.anyRes(5, 6, true, 1, 2);
    PruneResult result = method().plan(stage(), SignalDraw.of(three, random), new Budget.Total(50));
    assertEquals(3 * 10, result.trace().counts().budgeted());
    assertEquals(3, result.trace().parts());
    assertEquals(0, result.plan().count(TokenKind.NEWLINE));
    int[] perView = new int[3];
    for (int patch : result.trace().kept()) {
      perView[patch / 36]++;
    }
    assertEquals(1, Arrays.stream(perView).distinct().count());
    PruneResult perGroup =
        method().plan(stage(), SignalDraw.of(three, random), new Budget.PerGroup(10));
    assertEquals(30, perGroup.trace().counts().budgeted());
  }
}
