package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Stage;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MethodsTest {

  private static Backbone backbone(Backbone.Kind kind, int layers) {
    return new Backbone(kind, layers, 576, true, true);
  }

  private static String refusal(Runnable action) {
    return assertThrows(IllegalArgumentException.class, action::run).getMessage();
  }

  @Test
  void everyCellWorksOrHasAReason() {
    int works = 0;
    for (MethodEntry entry : Methods.all()) {
      for (Backbone.Kind kind : Backbone.Kind.values()) {
        Backbone backbone = backbone(kind, 28);
        if (entry.obstacle().apply(backbone).isPresent()) {
          String reason = refusal(() -> entry.create(backbone, Settings.NONE));
          assertTrue(reason.startsWith(entry.name() + " can't serve " + kind.label()), reason);
        } else {
          Pruner method = entry.create(backbone, Settings.NONE);
          assertEquals(entry.name(), method.name());
          assertFalse(method.stages().isEmpty());
          works++;
        }
      }
    }
    assertEquals(54, works);
  }

  @ParameterizedTest
  @CsvSource({
    "LLAVA_1_5, 32, 7, 0",
    "LLAVA_NEXT, 32, 7, 0",
    "QWEN2_5_VL, 28, 7, 0.4",
    "LLAVA_VIDEO, 28, 7, 0.5",
    "LLAVA_1_5, 24, 6, 0",
    "LLAVA_1_5, 12, 3, 0",
    "QWEN2_5_VL, 4, 1, 0.4",
    "QWEN2_5_VL, 1, 0, 0.4"
  })
  void defaultsOfThePaperScaledToFewerLayers(Backbone.Kind kind, int layers, int hook, float rho) {
    QcPruner method = (QcPruner) Methods.create("qcpruner", backbone(kind, layers), Settings.NONE);
    assertEquals(QcPruner.Parameters.defaults(hook, rho), method.parameters());
  }

  @Test
  void sparseStagesFitAnyDepth() {
    assertEquals(List.of(2, 6, 15), stages(32));
    assertEquals(List.of(2, 6, 15), stages(28));
    assertEquals(List.of(2, 5, 13), stages(24));
    assertEquals(List.of(0, 1, 2), stages(4));
    assertEquals(List.of(0), stages(2));
    assertEquals(List.of(0), stages(1));
  }

  private static List<Integer> stages(int layers) {
    Pruner method =
        Methods.create("sparsevlm", backbone(Backbone.Kind.LLAVA_1_5, layers), Settings.NONE);
    return method.stages().stream().map(s -> ((Stage.AfterLayer) s).layer()).toList();
  }

  @Test
  void unknownNamesListTheKnownOnes() {
    String message =
        refusal(
            () ->
                Methods.create("quickprune", backbone(Backbone.Kind.LLAVA_1_5, 32), Settings.NONE));
    assertTrue(message.contains("\"quickprune\"") && message.contains("qcpruner, qcpruner-early"));
  }

  @Test
  void foreignAndWrongSettingsAreNamed() {
    Backbone llava = backbone(Backbone.Kind.LLAVA_1_5, 32);
    String foreign =
        refusal(() -> Methods.create("fastv", llava, Settings.NONE.with(Setting.RHO, 0.5)));
    assertEquals("fastv has no parameter rho; it has [layer]", foreign);
    String layer =
        refusal(() -> Methods.create("fastv", llava, Settings.NONE.with(Setting.LAYER, 32)));
    assertEquals("layer 32 is out of range: the decoder has layers 0 to 31", layer);
    String rho =
        refusal(() -> Methods.create("qcpruner", llava, Settings.NONE.with(Setting.RHO, 1.5)));
    assertTrue(rho.contains("1.5"), rho);
  }

  @Test
  void textsBecomeTypedSettings() {
    Settings set =
        Settings.parse(List.of("layer=5", "rho = 0.25", "cues=alignment", "text=full-prompt"));
    assertEquals(5, set.get(Setting.LAYER, 0));
    assertEquals(0.25, set.get(Setting.RHO, 0.0));
    assertEquals(Conditioning.FULL_PROMPT, set.get(Setting.TEXT, Conditioning.ANCHORS));
    assertEquals(9, Settings.NONE.get(Setting.LAYER, 9));
    assertTrue(refusal(() -> Settings.parse(List.of("layer"))).contains("name=value"));
    assertTrue(refusal(() -> Settings.parse(List.of("lair=3"))).contains("unknown parameter"));
    assertEquals(
        "cues must be one of fused, similarity, alignment, not \"both\"",
        refusal(() -> Settings.parse(List.of("cues=both"))));
    assertEquals(
        "layer must be a whole number, not \"x\"",
        refusal(() -> Settings.parse(List.of("layer=x"))));
    assertTrue(
        refusal(() -> Settings.parse(List.of("prune-newlines=yes"))).contains("true or false"));
  }

  @Test
  void everySettingOfAMethodIsKnown() {
    for (MethodEntry entry : Methods.all()) {
      assertTrue(Setting.ALL.containsAll(entry.settings()), entry.name());
    }
    assertEquals(Setting.ALL.size(), Setting.ALL.stream().map(Setting::name).distinct().count());
  }

  @Test
  void cdPrunerSaysWhatIsMissing() {
    Backbone bare = new Backbone(Backbone.Kind.LLAVA_1_5, 32, 576, false, false);
    assertTrue(
        refusal(() -> Methods.create("cdpruner", bare, Settings.NONE))
            .contains("CLIP text tower missing"));
    assertEquals(
        "CDPruner-LLMrel (unofficial)",
        Methods.create("cdpruner-llmrel", bare, Settings.NONE).label());
  }

  @Test
  void badBackbonesAreRefused() {
    IntStream.of(0, -1)
        .forEach(n -> refusal(() -> new Backbone(Backbone.Kind.LLAVA_1_5, n, 576, true, true)));
  }
}
