package io.qcpruner.core.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.Signal;
import io.qcpruner.core.utility.Cues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MethodsTest {

  private static BackboneFacts backbone(PublishedBackbone kind, int layers) {
    return kind.facts(layers, 576);
  }

  private static Pruner create(String spec, BackboneFacts backbone) {
    return Methods.create(MethodSpec.parse(spec), backbone);
  }

  private static String refusal(Runnable action) {
    return assertThrows(IllegalArgumentException.class, action::run).getMessage();
  }

  @Test
  void everyCellWorksOrHasAReason() {
    for (PruningMethod entry : Methods.all()) {
      int works = 0;
      for (PublishedBackbone kind : PublishedBackbone.values()) {
        BackboneFacts backbone = backbone(kind, 28);
        if (entry.obstacle(backbone).isPresent()) {
          String reason = refusal(() -> Methods.create(entry.name(), backbone));
          assertTrue(reason.startsWith(entry.name() + " can't serve " + backbone.label()), reason);
        } else {
          Pruner method = Methods.create(entry.name(), backbone);
          assertEquals(entry.name(), method.name());
          assertFalse(method.stages().isEmpty());
          works++;
        }
      }
      assertTrue(works > 0, entry.name() + " serves no published backbone");
    }
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
  void defaultsOfThePaperScaledToFewerLayers(
      PublishedBackbone kind, int layers, int hook, float rho) {
    QcPruner method = (QcPruner) Methods.create("qcpruner", backbone(kind, layers));
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
    Pruner method = Methods.create("sparsevlm", backbone(PublishedBackbone.LLAVA_1_5, layers));
    return method.stages().stream().map(s -> ((Stage.AfterLayer) s).layer()).toList();
  }

  @Test
  void sparseVlmCutsOnceAtAnyLayer() {
    BackboneFacts llava = backbone(PublishedBackbone.LLAVA_1_5, 32);
    for (String name : List.of("sparsevlm", "sparsevlm-anchors")) {
      Pruner once = create(name + ":single-stage=true,cut-layer=5", llava);
      assertEquals(List.of(new Stage.AfterLayer(5)), once.stages());
      assertEquals(once.stages(), create(name + ":" + once.settings(), llava).stages());
      assertEquals(
          List.of(new Stage.AfterLayer(2)), create(name + ":single-stage=true", llava).stages());
      assertEquals(
          name + ": it cuts in three stages; cut-layer needs single-stage=true",
          refusal(() -> create(name + ":cut-layer=5", llava)));
      assertTrue(
          refusal(() -> create(name + ":single-stage=true,cut-layer=32", llava)).contains("[32]"));
    }
  }

  @Test
  void unknownNamesListTheKnownOnes() {
    String message =
        refusal(() -> Methods.create("quickprune", backbone(PublishedBackbone.LLAVA_1_5, 32)));
    assertTrue(message.contains("\"quickprune\"") && message.contains("qcpruner, qcpruner-early"));
  }

  @Test
  void foreignAndWrongSettingsAreNamed() {
    BackboneFacts llava = backbone(PublishedBackbone.LLAVA_1_5, 32);
    assertEquals(
        "fastv has no setting rho; it has layer", refusal(() -> create("fastv:rho=0.5", llava)));
    assertEquals(
        "dart has no setting layr; did you mean layer?; it has layer, count, pivot-order,"
            + " image-pivots, text-pivots, prune-newlines",
        refusal(() -> create("dart:layr=3", llava)));
    assertEquals(
        "layer 32 is out of range: the decoder has layers 0 to 31",
        refusal(() -> create("fastv:layer=32", llava)));
    String rho = refusal(() -> create("qcpruner:rho=1.5", llava));
    assertTrue(rho.contains("1.5"), rho);
    assertEquals(
        "cues must be one of fused, similarity, alignment, not \"both\"",
        refusal(() -> create("qcpruner:cues=both", llava)));
    assertEquals(
        "layer must be a whole number, 0 or more, not \"x\"",
        refusal(() -> create("qcpruner:layer=x", llava)));
    assertTrue(
        refusal(() -> create("divprune:prune-newlines=yes", llava)).contains("true or false"));
    assertTrue(refusal(() -> create("qcpruner:selector=top", llava)).contains("top-k, mmr"));
  }

  @Test
  void textsBecomeTypedSettings() {
    QcPruner method =
        (QcPruner)
            create(
                "qcpruner: rho = 0.25, layer=5,cues=alignment,text=full-prompt",
                backbone(PublishedBackbone.LLAVA_1_5, 32));
    assertEquals(5, method.parameters().layer());
    assertEquals(0.25f, method.parameters().rho());
    assertEquals(Cues.ALIGNMENT, method.parameters().cues());
    assertEquals(Conditioning.FULL_PROMPT, method.parameters().conditioning());
    assertEquals(
        "allocate=equal,certify=false,cues=alignment,layer=5,normalize=frame,rho=0.25,"
            + "selector=coverage,text=full-prompt,ties=visual",
        method.settings().toString());
  }

  @Test
  void settingsInForceMakeTheSameMethodAgain() {
    for (PruningMethod entry : Methods.all()) {
      for (PublishedBackbone kind : PublishedBackbone.values()) {
        BackboneFacts backbone = backbone(kind, 28);
        if (entry.obstacle(backbone).isEmpty()) {
          Pruner method = Methods.create(entry.name(), backbone);
          MethodSpec again = new MethodSpec(entry.name(), method.settings(), Optional.empty());
          assertEquals(again, Methods.resolve(MethodSpec.parse(again.toString())));
          assertEquals(method.settings(), Methods.create(again, backbone).settings());
        }
      }
    }
  }

  @Test
  void aSettingOfOneNameMeansTheSameEverywhere() {
    Map<String, String> values = new HashMap<>();
    for (PruningMethod entry : Methods.all()) {
      for (Setting<?> setting : entry.settings()) {
        String known = values.putIfAbsent(setting.name(), setting.help() + setting.values());
        assertTrue(known == null || known.equals(setting.help() + setting.values()), entry.name());
        assertTrue(Methods.declares(entry.name(), setting.name()));
      }
    }
    assertFalse(Methods.declares("full", "layer"));
  }

  @Test
  void aMethodThatNeedsMoreThanAModelHasIsRefused() {
    BackboneFacts llava = PublishedBackbone.LLAVA_1_5.bare(32, 576);
    assertFalse(llava.hasJointSpace());
    assertTrue(llava.withJointSpace().hasJointSpace());
    BackboneFacts blind =
        new BackboneFacts(
            "Blind",
            llava.tower(),
            llava.depth(),
            llava.views(),
            32,
            576,
            Set.of(Signal.VISUAL_STATES),
            false,
            7,
            0);
    assertEquals("divprune", Methods.create("divprune", blind).name());
    assertEquals(
        "fastv can't serve Blind: it needs [ATTENTION], which this model has not",
        refusal(() -> Methods.create("fastv", blind)));
  }

  @Test
  void cdPrunerSaysWhatIsMissing() {
    BackboneFacts bare = PublishedBackbone.LLAVA_1_5.bare(32, 576);
    assertTrue(refusal(() -> Methods.create("cdpruner", bare)).contains("CLIP text tower missing"));
    assertEquals("CDPruner-LLMrel (unofficial)", Methods.create("cdpruner-llmrel", bare).label());
  }

  @Test
  void badBackbonesAreRefused() {
    BackboneFacts llava = PublishedBackbone.LLAVA_1_5.bare(32, 576);
    assertTrue(refusal(() -> llava.withHookLayer(32)).contains("layers 0 to 31"));
    assertTrue(refusal(() -> llava.withRho(1.5f)).contains("1.5"));
    IntStream.of(0, -1).forEach(n -> refusal(() -> PublishedBackbone.LLAVA_1_5.bare(n, 576)));
  }
}
