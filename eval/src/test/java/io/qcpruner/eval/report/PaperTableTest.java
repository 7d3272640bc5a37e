package io.qcpruner.eval.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PaperTableTest {

  /** Rows with a printed Avg. Rel. other than the unpruned ones and the printed delta. */
  @ParameterizedTest
  @CsvSource({
    "llava15_full, 29",
    "llava15_main, 15",
    "llava_next_full, 29",
    "video_full, 12",
    "qwen_full, 15",
    "cue_anchor_32, 4",
    "cue_anchor_64, 4",
    "keyword_count, 4",
    "sparsevlm_anchors, 2",
    "bilateral, 12",
    "selectors, 18"
  })
  void everyRowIsReproduced(String name, int expectedRows) {
    PaperTable table = PaperTable.load(name);
    int checked = 0;
    for (Map<String, String> row : table.rows()) {
      if (row.containsValue("Full") || row.getOrDefault("method", "").equals("delta")) {
        continue;
      }
      assertEquals(row.get("avg_rel"), table.avgRel(row, full(table, row)), () -> name + row);
      checked++;
    }
    assertEquals(expectedRows, checked);
  }

  /** Tables without an unpruned row use that of the backbone's complete table. */
  private static Map<String, String> full(PaperTable table, Map<String, String> row) {
    boolean qwen = row.getOrDefault("backbone", "").equals("qwen25vl");
    return table
        .find("method", "Full")
        .orElseGet(
            () ->
                PaperTable.load(qwen ? "qwen_full" : "llava15_full")
                    .find("method", "Full")
                    .orElseThrow());
  }

  @Test
  void workedChecksOfTheSpecification() {
    assertEquals(96.07347, exact("llava15_full", "32", "QCPruner"), 5e-6);
    assertEquals(92.79912, exact("qwen_full", "128", "QCPruner"), 5e-6);
    assertEquals(96.26408, exact("video_full", "1024", "QCPruner"), 5e-6);
    assertEquals(96.59595, exact("llava_next_full", "320", "QCPruner"), 5e-6);
    assertEquals(94.88444, exact("llava_next_full", "160", "QCPruner"), 5e-6);
    PaperTable cues = PaperTable.load("cue_anchor_32");
    assertEquals(
        96.77123,
        exact(
            cues,
            cues.find("configuration", "Fusion+Anc.").orElseThrow(),
            cues.find("configuration", "Full").orElseThrow()),
        5e-6);
  }

  private static double exact(String name, String budget, String method) {
    PaperTable table = PaperTable.load(name);
    Map<String, String> row =
        table.rows().stream()
            .filter(r -> r.get("retained_tokens").equals(budget) && r.get("method").equals(method))
            .findFirst()
            .orElseThrow();
    return exact(table, row, table.find("method", "Full").orElseThrow());
  }

  private static double exact(PaperTable table, Map<String, String> row, Map<String, String> full) {
    List<BigDecimal> scores = new ArrayList<>();
    List<BigDecimal> unpruned = new ArrayList<>();
    for (String task : table.tasks()) {
      scores.add(new BigDecimal(row.get(task)));
      unpruned.add(new BigDecimal(full.get(task)));
    }
    return AvgRel.of(scores, unpruned).doubleValue();
  }

  @Test
  void qcprunerLeadsAtEveryBudget() {
    int budgets = 0;
    for (String name : List.of("llava15_full", "llava_next_full", "video_full", "qwen_full")) {
      Map<String, Map<String, Double>> byBudget = new HashMap<>();
      for (Map<String, String> row : PaperTable.load(name).rows()) {
        if (!row.get("method").equals("Full")) {
          byBudget
              .computeIfAbsent(row.get("retained_tokens"), b -> new HashMap<>())
              .put(row.get("method"), Double.parseDouble(row.get("avg_rel")));
        }
      }
      for (Map<String, Double> methods : byBudget.values()) {
        double ours = methods.remove("QCPruner");
        assertTrue(methods.values().stream().allMatch(other -> other < ours), name);
        budgets++;
      }
    }
    assertEquals(12, budgets);
  }

  @Test
  void printedDeltasAreDifferencesOfPrintedValues() {
    for (Map<String, String> row : PaperTable.load("generalization_summary").rows()) {
      BigDecimal delta =
          new BigDecimal(row.get("qcpruner_avg_rel"))
              .subtract(new BigDecimal(row.get("baseline_avg_rel")));
      assertEquals(0, delta.compareTo(new BigDecimal(row.get("delta"))), row::toString);
    }
  }

  @Test
  void sevenTasksAndTenTasksDiffer() {
    PaperTable ten = PaperTable.load("llava15_full");
    PaperTable seven = PaperTable.load("sparsevlm_anchors");
    Map<String, String> full = ten.find("method", "Full").orElseThrow();
    assertEquals("90.9", seven.avgRel(seven.find("method", "SparseVLM").orElseThrow(), full));
    Map<String, String> row =
        ten.rows().stream()
            .filter(r -> r.get("method").equals("SparseVLM"))
            .filter(r -> r.get("retained_tokens").equals("64"))
            .findFirst()
            .orElseThrow();
    assertEquals("90.5", ten.avgRel(row, full));
  }

  @Test
  void unknownTableIsNamed() {
    var error = assertThrows(IllegalArgumentException.class, () -> PaperTable.load("llava16_full"));
    assertEquals("no paper table named llava16_full", error.getMessage());
  }
}
