package io.qcpruner.eval.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.eval.metric.MeanMetric.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MetricsTest {

  @Test
  void popeAggregateOfTheSpecification() {
    String[][] pairs = {
      {"YES", "YES"}, {"OTHER", "YES"}, {"NO", "NO"}, {"YES", "NO"}, {"NO", "YES"}, {"OTHER", "YES"}
    };
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < pairs.length; i++) {
      boolean right = pairs[i][0].equals(pairs[i][1]);
      outcomes.add(Outcome.of("q" + i, right, pairs[i][0], pairs[i][1]).inGroup("random"));
    }
    var parts = new PopeMetric().sheet(outcomes).breakdown();
    assertEquals(33.33, parts.get("accuracy pooled"), 0.01);
    assertEquals(50, parts.get("precision pooled"), 1e-9);
    assertEquals(50, parts.get("recall pooled"), 1e-9);
    assertEquals(50, parts.get("f1 pooled"), 1e-9);
    assertEquals(100 / 3.0, parts.get("accuracy random"), 1e-9);
  }

  @Test
  void popeGoldenCountsGiveTheGoldenScores() {
    int[][] counts = {{1182, 117, 1383, 318}, {1182, 31, 1379, 318}, {1182, 59, 1441, 318}};
    String[] groups = {"adversarial", "random", "popular"};
    String[][] cells = {{"YES", "YES"}, {"YES", "NO"}, {"NO", "NO"}, {"NO", "YES"}};
    List<Outcome> outcomes = new ArrayList<>();
    for (int g = 0; g < 3; g++) {
      for (int c = 0; c < 4; c++) {
        for (int i = 0; i < counts[g][c]; i++) {
          boolean right = cells[c][0].equals(cells[c][1]);
          String unit = g + "/" + c + "/" + i;
          outcomes.add(Outcome.of(unit, right, cells[c][0], cells[c][1]).inGroup(groups[g]));
        }
      }
    }
    Sheet sheet = new PopeMetric().sheet(outcomes);
    assertEquals(84.45873526, sheet.breakdown().get("f1 adversarial"), 1e-8);
    assertEquals(87.13601180, sheet.breakdown().get("f1 random"), 1e-8);
    assertEquals(86.24589566, sheet.breakdown().get("f1 popular"), 1e-8);
    assertEquals(85.93239, sheet.breakdown().get("f1 pooled"), 1e-5);
    assertEquals(85.94688, sheet.value(), 1e-5);
    assertEquals("85.9", new PopeMetric().display(sheet.value()));
  }

  @Test
  void mmeAggregateOfTheSpecification() {
    List<Outcome> outcomes =
        List.of(
            mme("existence/1", true, "existence"),
            mme("existence/1", true, "existence"),
            mme("existence/2", true, "existence"),
            mme("existence/2", false, "existence"),
            mme("count/1", false, "count"),
            mme("count/1", false, "count"),
            mme("code/1", true, "code_reasoning"),
            mme("code/1", true, "code_reasoning"));
    Sheet perception = new MmeMetric(false).sheet(outcomes);
    assertEquals(125, perception.value(), 0);
    assertEquals(125, perception.breakdown().get("existence"), 0);
    assertEquals(0, perception.breakdown().get("count"), 0);
    assertEquals(125, perception.breakdown().get("perception"), 0);
    assertEquals(200, perception.breakdown().get("cognition"), 0);
    assertEquals(325, new MmeMetric(true).sheet(outcomes).value(), 0);
  }

  private static Outcome mme(String picture, boolean right, String group) {
    return Outcome.of(picture, right, "YES", "YES").inGroup(group);
  }

  @Test
  void circularGroupsOfTheSpecification() {
    Metric metric = new CircularMetric();
    assertEquals(100, metric.sheet(List.of(pass(1, true, 0), pass(1, true, 1))).value());
    assertEquals(0, metric.sheet(List.of(pass(1, true, 0), pass(1, false, 1))).value());
    Sheet unresolved = metric.sheet(List.of(pass(1, true, 0), pass(1, false, 1).unparsed()));
    assertEquals(0, unresolved.value());
    assertEquals(1, unresolved.unparsed());
    assertEquals(100, unresolved.breakdown().get("vanilla"));
  }

  private static Outcome pass(int group, boolean right, int pass) {
    return Outcome.of("" + group, right, "A", "A")
        .tagged(pass == 0 ? List.of(CircularMetric.FIRST_PASS) : List.of());
  }

  @Test
  void meansOfTheSpecification() {
    Metric macro = new MeanMetric(Kind.OVER_GROUPS, 1, false, 4);
    List<Outcome> mmstar =
        List.of(
            Outcome.of("1", true, "A", "A").inGroup("a"),
            Outcome.of("2", false, "A", "B").inGroup("a"),
            Outcome.of("3", true, "A", "A").inGroup("b"));
    assertEquals(0.75, macro.sheet(mmstar).value(), 0);
    assertEquals(0.5, macro.sheet(mmstar).breakdown().get("a"), 0);
    assertEquals(1, macro.sheet(mmstar).breakdown().get("b"), 0);
    Metric counted = new MeanMetric(Kind.COUNT, 2, false, 0);
    assertEquals(4, counted.sheet(mmstar).value(), 0);
    assertEquals(2, counted.sheet(mmstar).breakdown().get("a"), 0);

    Metric mvbench = new MeanMetric(Kind.OVER_GROUPS, 100, true, 1);
    List<Outcome> clips =
        List.of(
            Outcome.of("1", true, "A", "A").inGroup("t"),
            Outcome.of("2", false, "", "A").inGroup("t"),
            Outcome.of("3", false, "B", "A").inGroup("t"));
    assertEquals(50.0, mvbench.sheet(clips).value(), 0);

    List<Outcome> mmvet = new ArrayList<>();
    double[] grades = {1.0, 0.5, 0.0, 0.3};
    for (int i = 0; i < grades.length; i++) {
      mmvet.add(new Outcome("v" + i, "", List.of("ocr"), grades[i], true, "", ""));
    }
    assertEquals(45.0, MeanMetric.percent().sheet(mmvet).value(), 1e-9);
    assertEquals(45.0, MeanMetric.percent().sheet(mmvet).breakdown().get("ocr"), 1e-9);
  }

  @Test
  void orderOfOutcomesDoesNotMatter() {
    Random random = new Random(7);
    List<Outcome> outcomes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      outcomes.add(
          new Outcome("u" + i, "g" + i % 3, List.of(), random.nextInt(4) / 3.0, true, "", ""));
    }
    double before = MeanMetric.percent().sheet(outcomes).value();
    Collections.shuffle(outcomes, random);
    assertEquals(before, MeanMetric.percent().sheet(outcomes).value(), 0);
  }

  @Test
  void displayRoundsHalfUp() {
    assertEquals("96.1", MeanMetric.percent().display(96.05));
    assertEquals("738", new MeanMetric(Kind.COUNT, 1, false, 0).display(738));
    assertEquals("", MeanMetric.percent().display(Double.NaN));
    assertThrows(
        IllegalArgumentException.class, () -> new Outcome("u", "", List.of(), 1.5, true, "", ""));
  }
}
