package io.qcpruner.eval.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.eval.metric.CircularMetric;
import io.qcpruner.eval.metric.MeanMetric;
import io.qcpruner.eval.metric.Metric;
import io.qcpruner.eval.metric.MmeMetric;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.metric.PopeMetric;
import io.qcpruner.testkit.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(Seeded.class)
class ResamplingTest {

  private static final List<Metric> METRICS =
      List.of(
          MeanMetric.percent(),
          new MeanMetric(MeanMetric.Kind.OVER_GROUPS, 100, true, 1),
          new MeanMetric(MeanMetric.Kind.COUNT, 1, false, 0),
          new PopeMetric(),
          new MmeMetric(true),
          new CircularMetric());

  /** Drawing rows of a sheet must equal scoring the drawn outcomes again. */
  /** Of the values 1 to 5 in any order, between neighbours in proportion. */
  @ParameterizedTest
  @CsvSource({"0.5, 2, 4", "0.9, 1.2, 4.8", "0.2, 2.6, 3.4"})
  void percentilesOfFiveValues(double confidence, double low, double high) {
    Resampling.Interval interval =
        new Resampling(1, confidence, 1).percentiles(new double[] {5, 1, 3, 2, 4});
    assertEquals(low, interval.low(), 1e-12);
    assertEquals(high, interval.high(), 1e-12);
    assertEquals(
        new Resampling.Interval(7, 7),
        new Resampling(1, confidence, 1).percentiles(new double[] {7}));
  }

  @Test
  void sheetDrawsEqualScoringAgain(Random random) {
    for (Metric metric : METRICS) {
      List<Outcome> outcomes = outcomes(random, 0.5);
      var sheet = metric.sheet(outcomes);
      int[] times = Resampling.DEFAULT.draw(sheet.units(), "t", random.nextInt(100));
      List<Outcome> drawn = new ArrayList<>();
      for (int unit = 0; unit < times.length; unit++) {
        String key = sheet.keys().get(unit);
        for (int copy = 0; copy < times[unit]; copy++) {
          for (Outcome o : outcomes) {
            if (o.unit().equals(key)) {
              drawn.add(
                  new Outcome(
                      key + "/" + copy,
                      o.group(),
                      o.tags(),
                      o.score(),
                      true,
                      o.predicted(),
                      o.gold()));
            }
          }
        }
      }
      assertEquals(
          metric.sheet(drawn).value(), Resampling.value(sheet, times), 1e-9, metric::toString);
    }
  }

  @Test
  void equalMethodsGiveOneAndDifferentOnesASmallValue(Random random) {
    Metric metric = MeanMetric.percent();
    Resampling resampling = new Resampling(500, 0.95, 3);
    List<Outcome> good = outcomes(random, 1.0);
    List<Outcome> bad = outcomes(random, 0.0);
    assertEquals(1, resampling.pValue(metric.sheet(good), metric.sheet(good), "t"), 0);
    assertTrue(resampling.pValue(metric.sheet(good), metric.sheet(bad), "t") < 0.01);
  }

  /** With three units there are eight swaps; the permutation p-value must approach their share. */
  @Test
  void smallCaseEqualsCounting() {
    Metric metric = MeanMetric.percent();
    List<Outcome> ours = new ArrayList<>();
    List<Outcome> theirs = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      ours.add(Outcome.of("u" + i, true, "", ""));
      theirs.add(Outcome.of("u" + i, false, "", ""));
    }
    double p =
        new Resampling(20_000, 0.95, 5).pValue(metric.sheet(ours), metric.sheet(theirs), "t");
    assertEquals(2.0 / 8, p, 0.02);
  }

  @Test
  void everyUnitIsDrawnOnceOnAverage() {
    int[] times = new Resampling(1, 0.9, 0).draw(1000, "t", 0);
    int sum = 0;
    for (int t : times) {
      sum += t;
    }
    assertEquals(1000, sum);
  }

  @Test
  void wrongNumbersAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Resampling(0, 0.95, 1));
    assertThrows(IllegalArgumentException.class, () -> new Resampling(10, 1.0, 1));
  }

  private static List<Outcome> outcomes(Random random, double skill) {
    String[] groups = {"existence", "count", "code_reasoning"};
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      boolean right = random.nextDouble() < skill;
      String gold = random.nextBoolean() ? "YES" : "NO";
      String said = right ? gold : gold.equals("YES") ? "NO" : "YES";
      // two outcomes per unit
      outcomes.add(
          new Outcome("u" + i / 2, groups[i / 2 % 3], List.of(), right ? 1 : 0, true, said, gold));
    }
    return outcomes;
  }
}
