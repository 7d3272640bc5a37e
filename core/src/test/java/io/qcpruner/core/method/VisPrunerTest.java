package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.contracts.ClipTileContract;
import io.qcpruner.contracts.SignalDraw;
import io.qcpruner.core.method.VisPruner.Features;
import io.qcpruner.core.method.VisPruner.Parameters;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.signal.ArraySignals;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.signal.VisionLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Important and diverse patches. */
class VisPrunerTest extends ClipTileContract {

  @Override
  protected Pruner method() {
    return new VisPruner(Parameters.DEFAULTS);
  }

  @Test
  void onlyImportantOnesAreFasterVlm(Random random) {
    ArraySignals signals = SignalDraw.of(VisionLayout.single(6, 6, true), random);
    Budget budget = new Budget.Total(13);
    PruneResult all =
        new VisPruner(new Parameters(1, Features.CLASS_ROW)).plan(stage(), signals, budget);
    PruneResult faster = new FasterVlm(true).plan(stage(), signals, budget);
    assertEquals(describe(faster), describe(all));
  }

  @Test
  void mergedUnitsAreComparedAsTheDecoderSeesThem() {
    Pruner qwen = new VisPruner(new Parameters(0.5, Features.MERGED_UNITS));
    assertEquals(java.util.Set.of(Signal.CLASS_ATTENTION, Signal.PROJECTED), qwen.needs(stage()));
    assertEquals("VisPruner (mean attention)", qwen.label());
  }

  @Test
  void badRatiosAreNamed() {
    assertThrows(IllegalArgumentException.class, () -> new Parameters(1.5, Features.CLASS_ROW));
  }
}
