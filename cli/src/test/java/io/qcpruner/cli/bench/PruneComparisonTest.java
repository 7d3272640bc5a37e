package io.qcpruner.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.model.internal.measure.PruneBench.Pass;
import io.qcpruner.model.prune.StageClock;
import io.qcpruner.model.prune.StageClock.Part;
import java.util.List;
import org.junit.jupiter.api.Test;

class PruneComparisonTest {
  private static final DecoderConfig CONFIG =
      DecoderConfig.sized(32, 48, 4).heads(4, 4, 8).vocabulary(96).maxPositions(256).build();

  private static Pass pass(double millis, double before, int... rows) {
    StageClock clock = new StageClock();
    clock.add(Part.PREFILL_BEFORE, Math.round(before * 1e6));
    return new Pass(clock, millis, rows);
  }

  /** A pass at half the pace counts twice in the means and not at all within itself. */
  @Test
  void withinAPassThePaceDoesNotMatter() {
    List<Pass> full = List.of(pass(100, 100, 8, 8, 8, 8), pass(100, 100, 8, 8, 8, 8));
    List<Pass> pruned = List.of(pass(40, 25, 8, 2, 2, 2), pass(80, 50, 8, 2, 2, 2));
    PruneComparison both = new PruneComparison(CONFIG, full, pruned);
    double ratio = both.flopsRatio();
    assertTrue(ratio > 32 / 14.0 && ratio < 2.5, "ratio " + ratio);
    assertEquals(100 / 60.0, both.speedUp(), 1e-12);
    assertEquals(100 / 60.0 / ratio, both.realised(), 1e-12);
    BenchSample within = both.realisedWithinPass().orElseThrow();
    assertEquals(100 / 40.0 / ratio, within.mean(), 1e-12);
    assertEquals(0, within.error(), 1e-12);
    assertEquals(both.realised() * 20 / 60, both.realisedError(), 1e-12);
  }

  @Test
  void methodsBeforeTheFirstLayerHaveNothingToCompareWithin() {
    PruneComparison both =
        new PruneComparison(
            CONFIG, List.of(pass(100, 0, 8, 8, 8, 8)), List.of(pass(40, 0, 2, 2, 2, 2)));
    assertTrue(both.realisedWithinPass().isEmpty());
  }
}
