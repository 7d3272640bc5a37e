package io.qcpruner.model.internal.prune;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.model.internal.prune.PruneCase.Kind;
import org.junit.jupiter.api.Test;

/** Caches that are cut to what is left of the prompt. */
final class CacheTrimTest {
  private static final Budget HALF = new Budget.Ratio(0.5);
  private static final String SPEC =
      "mustdrop:global-threshold=0.0625,individual-threshold=0.5,trim-caches=";

  @Test
  void cachesOfTheFirstPruningLayerOnHoldWhatIsLeft() throws Exception {
    PruneCase c = PruneCase.of(Kind.LLAVA_1_5, "mustdrop");
    PruneRun whole = PruneRun.of(c, c.pruner(MethodSpec.parse(SPEC + "false")), HALF, 2);
    PruneRun trimmed = PruneRun.of(c, c.pruner(MethodSpec.parse(SPEC + "true")), HALF, 2);
    int from = c.pruner().cachesTrimmedFrom().orElseThrow();
    long left = whole.cacheLengths[whole.cacheLengths.length - 1];
    assertTrue(left < whole.cacheLengths[from], "the example must drop rows");
    for (int l = 0; l < whole.cacheLengths.length; l++) {
      assertEquals(l < from ? whole.cacheLengths[l] : left, trimmed.cacheLengths[l], "layer " + l);
    }
    // the prompt is over, so its logits and every layer's next position are the same
    assertArrayEquals(whole.logits.get(0), trimmed.logits.get(0));
    assertArrayEquals(whole.nextPositions, trimmed.nextPositions);
    float largest = 0;
    for (int i = 0; i < whole.logits.get(1).length; i++) {
      largest = Math.max(largest, Math.abs(whole.logits.get(1)[i] - trimmed.logits.get(1)[i]));
    }
    assertTrue(largest > 1e-7, "the new token should miss the rows: " + largest);
  }
}
