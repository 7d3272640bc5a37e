package io.qcpruner.eval.preset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.core.method.BackboneFacts.Views;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.eval.report.ExternalScores;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.report.ScriptedRun;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.run.FakeTask;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskCatalog;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PresetsTest {

  @Test
  void everyRowIsInThePapersTableAndOnTheSameTasks() {
    for (Preset preset : Presets.ALL) {
      for (String budget : preset.budgets()) {
        for (Preset.Row row : preset.rowsAt(budget)) {
          assertTrue(
              preset.printed(row.label(), budget).isPresent(),
              preset.name() + " " + row.label() + " " + budget);
        }
      }
      Set<String> suite = new HashSet<>(TaskCatalog.SUITES.get(preset.suite()));
      Set<String> columns = new HashSet<>(preset.paper().tasks());
      if (columns.remove("longvideobench_val")) {
        columns.add("longvideobench");
      }
      assertEquals(suite, columns, preset.name());
    }
  }

  /** The other way round: no row of the paper is left out. */
  @Test
  void everyRowOfThePaperIsInItsPreset() {
    for (Preset preset : Presets.ALL) {
      int cells = preset.budgets().stream().mapToInt(b -> preset.rowsAt(b).size()).sum();
      long printed =
          preset.paper().rows().stream()
              .filter(r -> !r.containsValue("Full") && !r.containsValue("delta"))
              .count();
      assertEquals(printed, cells, preset.name());
    }
    assertEquals(9, Presets.named("main-llava").rowsAt("32").size(), "no SparseVLM at 32 tokens");
  }

  /** Names and parameters are those of the registry of methods. */
  @Test
  void everyMethodExists() {
    BackboneFacts pictures =
        BackboneFacts.of("LLaVA-1.5", Tower.CLASS_ROW, Views.PADDED_SQUARE, 32, 576)
            .withJointSpace();
    BackboneFacts clips =
        BackboneFacts.of("LLaVA-Video", Tower.PATCH_ROWS, Views.POOLED_FRAMES, 28, 10816)
            .withPoolingHead();
    for (Preset preset : Presets.ALL) {
      BackboneFacts backbone = preset.name().equals("main-video") ? clips : pictures;
      for (MethodSpec setting : preset.settings(preset.budgets())) {
        if (!setting.isFull()) {
          assertEquals(setting.name(), Methods.create(setting, backbone).name());
        }
      }
    }
  }

  /** Rows of the run only, in the paper's order; its tasks are not the paper's. */
  @Test
  void ablationInThePapersLayout(@TempDir Path folder) throws IOException {
    Map<MethodSpec, int[]> right = new LinkedHashMap<>();
    right.put(MethodSpec.FULL, new int[] {8});
    right.put(MethodSpec.parse("qcpruner@64"), new int[] {6});
    right.put(MethodSpec.parse("qcpruner:selector=mmr@64"), new int[] {4});
    List<Task> tasks = List.of(new FakeTask("t", 10, "t"));
    ScoreBook book = new ScriptedRun(tasks, right).book(folder, 0);
    ScoreTable scores = ScoreTable.of(book, ExternalScores.NONE, ScoreTable.Input.DISPLAYED);
    TextTable text = Presets.named("selectors-llava").text(book, scores, List.of("64", "32"));
    assertEquals("Selectors, LLaVA-1.5", text.title());
    assertEquals(List.of("Configuration", "Tokens", "t", "Rel."), text.header());
    assertEquals(
        List.of(
            List.of("Full", "all", "80.0", "100.0"),
            List.of("MMR", "64", "40.0", "50.0"),
            List.of("QCPruner", "64", "60.0", "75.0")),
        text.rows());
    assertEquals(
        List.of("Not beside the paper's numbers: those are of another model or other tasks."),
        text.notes());
  }

  @Test
  void thePapersNumbersByLabelBudgetAndBackbone() {
    Preset llava = Presets.named("selectors-llava");
    Preset qwen = Presets.named("selectors-qwen");
    assertEquals(Optional.empty(), llava.printed("QCPruner", "999"));
    assertEquals(Optional.empty(), llava.printed("Nobody", "64"));
    assertEquals(Optional.of("98.6"), llava.printed("QCPruner", "64"));
    assertEquals(Optional.empty(), qwen.printed("QCPruner", "64"), "another backbone");
  }

  @Test
  void unknownPresetIsRefused() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> Presets.named("colours")).getMessage();
    assertTrue(message.contains("colours") && message.contains("cues-32"), message);
    assertEquals(5, Presets.named("cues-32").settings(List.of("32")).size());
  }
}
