package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.checkpoint.weights.SafetensorsWriter;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.internal.trace.TraceFile;
import io.qcpruner.model.internal.trace.Tracer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The trace of a raw prompt holds what transformers computes. */
class TracerTest {
  @TempDir Path folder;

  @Test
  void holdsTheGoldenActivations() throws IOException {
    Backbone backbone = TinyBackbones.llava15();
    Path pixels = folder.resolve("pixels.safetensors");
    try (SafetensorsWriter writer =
        new SafetensorsWriter(
            pixels, List.of(new TensorSpec("pixel_values", NumberType.F32, 1, 3, 56, 56)))) {
      writer.floats(TinyBackbones.pixels("tiny-llava", 3, 56, 56).data());
      writer.finish();
    }
    Visual visual = backbone.spec().preparer().raw(pixels);
    Path out = folder.resolve("trace.safetensors");
    VisionLanguageModel model = VisionLanguageModel.of(backbone);
    try (EncodedVisual picture = model.encode(visual)) {
      new Tracer(model, Set.of(0, 1, 2, 3), true).run(List.of(picture), ask(new int[0])).write(out);
    }
    Golden golden = Golden.of("tiny-llava");
    try (SafetensorsFile file = SafetensorsFile.open(out)) {
      for (String name : List.of("vision.features", "projected", "embeds")) {
        golden.assertSame(name, file.floats(name), 1e-5f);
      }
      for (String name : List.of("hidden.0", "hidden.3", "q.1", "k.1", "logits")) {
        golden.assertSame(name, file.floats(name), 1e-4f);
      }
      assertEquals(23, file.longs("positions").length);
    }
  }

  @Test
  void holdsWhatAMethodDecided() throws IOException {
    Backbone backbone = TinyBackbones.llava15();
    Visual picture = TinyBackbones.still(TinyBackbones.pixels("tiny-llava", 3, 56, 56));
    Ask ask = ask(new int[] {19, 20}).withMethod("qcpruner:layer=1@5");
    TraceFile file = trace(backbone, picture, ask);
    assertEquals(5, file.longs("kept").length);
    assertEquals(5, file.longs("order").length);
    assertEquals(16, file.floats("utility").length);
    assertEquals(256, file.floats("affinity").length);
    assertEquals(1f, file.floats("affinity")[17], 1e-6f);
    assertEquals(96, file.floats("logits").length);
    assertTrue(file.has("cue.sim") && file.has("cue.align") && file.has("gains"));
    assertFalse(file.has("hidden.0"));
  }

  @Test
  void refusesLayersThatAreNotThere() throws IOException {
    Backbone backbone = TinyBackbones.llava15();
    assertThrows(
        IllegalArgumentException.class,
        () -> new Tracer(VisionLanguageModel.of(backbone), Set.of(4), false));
  }

  @Test
  void namesTheTensorsOfEveryStage() throws IOException {
    Backbone backbone = TinyBackbones.llava15();
    Visual picture = TinyBackbones.still(TinyBackbones.pixels("tiny-llava", 3, 56, 56));
    VisionLanguageModel model = VisionLanguageModel.of(backbone);
    List<Stage> stages = model.method("sparsevlm").stages();
    TraceFile file = trace(backbone, picture, ask(new int[0]).withMethod("sparsevlm@6"));
    assertTrue(stages.size() > 1);
    for (Stage stage : stages) {
      assertTrue(file.has("kept." + ((Stage.AfterLayer) stage).layer()));
    }
    assertFalse(file.has("kept"));
  }

  @Test
  void methodsThatReadWordsGetTheIdsOfARawPrompt() throws IOException {
    Backbone backbone = TinyBackbones.llava15();
    Visual picture = TinyBackbones.still(TinyBackbones.pixels("tiny-llava", 3, 56, 56));
    for (String method : List.of("mmtok", "cdpruner-llmrel")) {
      TraceFile file = trace(backbone, picture, ask(new int[0]).withMethod(method + "@6"));
      assertEquals(6, file.longs("kept").length, method);
    }
  }

  private static Ask ask(int[] anchorRows) {
    return Ask.of(new Prompt.Ids(Run.prompt(95).ids(), anchorRows));
  }

  private static TraceFile trace(Backbone backbone, Visual visual, Ask ask) {
    VisionLanguageModel model = VisionLanguageModel.of(backbone);
    try (EncodedVisual picture = model.encode(visual)) {
      return new Tracer(model, Set.of(1), false).run(List.of(picture), ask);
    }
  }
}
