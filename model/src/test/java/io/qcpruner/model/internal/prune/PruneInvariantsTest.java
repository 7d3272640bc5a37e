package io.qcpruner.model.internal.prune;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.model.prune.PruneStep;
import java.io.IOException;
import java.util.List;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What must hold for every method on every backbone it serves. */
final class PruneInvariantsTest {
  private static final Budget ALL = new Budget.Total(10_000);

  /**
   * About half of the smallest tiny backbone's patches; per view for methods that split by view.
   */
  private static final Budget HALF = new Budget.Ratio(0.5);

  static List<PruneCase> cases() throws IOException {
    return PruneCase.all();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aBudgetForEverythingChangesNoBit(PruneCase c) {
    PruneRun plain = PruneRun.of(c, null, null, 3);
    PruneRun pruned = PruneRun.of(c, c.pruner(), ALL, 3);
    assertEquals(plain.tokens, pruned.tokens);
    for (int i = 0; i < plain.logits.size(); i++) {
      assertArrayEquals(plain.logits.get(i), pruned.logits.get(i), "step " + i);
    }
    assertArrayEquals(plain.cacheLengths, pruned.cacheLengths);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void cachesShrinkBehindTheHookAndOnlyThere(PruneCase c) {
    PruneRun run = PruneRun.of(c, c.prunerOfThePrompt(), HALF, 1);
    assertFalse(run.steps.isEmpty());
    long rows = run.promptRows;
    long[] expected = new long[run.cacheLengths.length];
    for (int layer = 0; layer < expected.length; layer++) {
      for (PruneStep step : run.steps) {
        int boundary =
            step.stage() instanceof Stage.AfterLayer after
                ? after.layer() + 1
                : step.stage() instanceof Stage.BeforeDecoder ? 0 : -1;
        if (boundary == layer) {
          rows = step.result().plan().rows().size();
        }
      }
      expected[layer] = rows;
    }
    assertArrayEquals(expected, run.cacheLengths);
    assertTrue(
        run.steps.stream().anyMatch(step -> !step.result().plan().unchanged()),
        "half of the patches should go");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void oneAndTwoThreadsAgree(PruneCase c) {
    int before = torch.get_num_threads();
    try {
      torch.set_num_threads(1);
      PruneRun one = PruneRun.of(c, c.pruner(), HALF, 3);
      torch.set_num_threads(2);
      PruneRun two = PruneRun.of(c, c.pruner(), HALF, 3);
      assertEquals(one.tokens, two.tokens);
      for (int i = 0; i < one.steps.size(); i++) {
        assertArrayEquals(
            one.steps.get(i).result().trace().kept(), two.steps.get(i).result().trace().kept());
      }
    } finally {
      torch.set_num_threads(before);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void fewerTokensGiveOtherLogits(PruneCase c) {
    float[] plain = PruneRun.of(c, null, null, 0).logits.get(0);
    float[] pruned = PruneRun.of(c, c.pruner(), HALF, 0).logits.get(0);
    float largest = 0;
    for (int i = 0; i < plain.length; i++) {
      assertTrue(Float.isFinite(pruned[i]));
      largest = Math.max(largest, Math.abs(plain[i] - pruned[i]));
    }
    assertTrue(
        largest > 1e-6,
        c.method().name() + " changed the logits of " + c.kind() + " by " + largest);
  }
}
