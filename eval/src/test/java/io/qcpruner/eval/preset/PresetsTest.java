package io.qcpruner.eval.preset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.Backbone;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.method.Settings;
import io.qcpruner.eval.report.PaperTable;
import io.qcpruner.eval.run.Setting;
import io.qcpruner.eval.task.TaskCatalog;
import java.util.Arrays;
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
    Backbone backbone = new Backbone(Backbone.Kind.LLAVA_1_5, 32, 576, false, false);
    for (Preset preset : Presets.ALL) {
      for (Setting setting : preset.settings(preset.budgets())) {
        if (!setting.isFull()) {
          List<String> parameters =
              Arrays.stream(setting.parameters().split(","))
                  .filter(p -> !p.isEmpty() && !p.startsWith("keywords="))
                  .toList();
          assertEquals(
              setting.methodName(),
              Methods.create(setting.methodName(), backbone, Settings.parse(parameters)).name());
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
