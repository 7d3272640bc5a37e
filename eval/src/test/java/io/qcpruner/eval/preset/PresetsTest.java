package io.qcpruner.eval.preset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.core.method.BackboneFacts.Views;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.eval.report.PaperTable;
import io.qcpruner.eval.task.TaskCatalog;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PresetsTest {

  @Test
  void everyRowIsInThePapersTableAndOnTheSameTasks() {
    for (Preset preset : Presets.ALL) {
      for (String budget : preset.budgets()) {
        for (Preset.Row row : preset.rows()) {
          assertTrue(
              preset.printed(row.label(), budget).isPresent(),
              preset.name() + " " + row.label() + " " + budget);
        }
      }
      Set<String> suite = new HashSet<>(TaskCatalog.SUITES.get(preset.suite()));
      assertTrue(PaperTable.load(preset.table()).columns().containsAll(suite), preset.name());
    }
  }

  /** Names and parameters are those of the registry of methods. */
  @Test
  void everyMethodExists() {
    BackboneFacts backbone =
        BackboneFacts.of("LLaVA-1.5", Tower.CLASS_ROW, Views.PADDED_SQUARE, 32, 576);
    for (Preset preset : Presets.ALL) {
      for (MethodSpec setting : preset.settings(preset.budgets())) {
        if (!setting.isFull()) {
          assertEquals(setting.name(), Methods.create(setting, backbone).name());
        }
      }
    }
  }

  @Test
  void unknownPresetIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Presets.named("colours"));
    assertEquals(5, Presets.named("cues-32").settings(List.of("32")).size());
  }
}
