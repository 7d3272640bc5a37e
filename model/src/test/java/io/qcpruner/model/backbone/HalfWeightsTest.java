package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.model.Run;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.synthetic.GeneratedCheckpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A 16-bit checkpoint with packed weights gives the logits of the same weights as stored. */
class HalfWeightsTest {
  private static final PromptIds PROMPT = Run.prompt(PromptIds.MARKER);

  @TempDir Path folder;

  @Test
  void llava() throws IOException {
    Visual picture = TinyBackbones.still(TinyBackbones.pixels("half", 3, 56, 56));
    assertSame(recipe(TinyModel.LLAVA, NameLayout.B), PROMPT, picture);
  }

  @Test
  void llavaWithTiedHead() throws IOException {
    Visual picture = TinyBackbones.still(TinyBackbones.pixels("half", 3, 56, 56));
    assertSame(recipe(TinyModel.LLAVA, NameLayout.C).withTiedHead(), PROMPT, picture);
  }

  @Test
  void llavaNext() throws IOException {
    assertSame(recipe(TinyModel.NEXT, NameLayout.B), PROMPT, TinyBackbones.tiled(100, 75));
  }

  @Test
  void llavaVideo() throws IOException {
    Visual clip = TinyBackbones.clip(TinyBackbones.pixels("half", 3, 3, 98, 98));
    assertSame(recipe(TinyModel.VIDEO, NameLayout.B), PROMPT, clip);
  }

  @Test
  void qwen() throws IOException {
    assertSame(
        recipe(TinyModel.QWEN, NameLayout.QWEN_NEW),
        PromptIds.raw(1, 7, 122, 124, 123, 11, 13, 17),
        TinyBackbones.patches("half", 1, 8, 10, 0));
  }

  @Test
  void qwen2() throws IOException {
    assertSame(
        recipe(TinyModel.QWEN2, NameLayout.QWEN_OLD),
        PromptIds.raw(1, 7, 122, 124, 123, 11, 13, 17),
        TinyBackbones.patches("half", 1, 8, 10, 0));
  }

  @Test
  void qwen3() throws IOException {
    assertSame(
        recipe(TinyModel.QWEN3, NameLayout.QWEN_NEW),
        PromptIds.raw(1, 7, 122, 124, 123, 11, 13, 17),
        TinyBackbones.patches("half", 1, 8, 10, 1536, 0));
  }

  @Test
  void smolVlm() throws IOException {
    assertSame(
        recipe(TinyModel.SMOLVLM, NameLayout.IDEFICS),
        TiledPrompt.of(1, 7).tiles(1, 2).text(11).ids(),
        TinyBackbones.squares("half", 50, 1, 2));
  }

  @Test
  void internVl() throws IOException {
    assertSame(
        recipe(TinyModel.INTERNVL, NameLayout.D),
        PromptIds.raw(1, 7, 80, 95, 81, 11, 13, 17),
        TinyBackbones.squares("half", 48, 1, 2));
  }

  private static CheckpointRecipe recipe(TinyModel model, NameLayout layout) {
    return CheckpointRecipe.of(model.json(), layout).with(NumberType.F16);
  }

  private void assertSame(CheckpointRecipe recipe, PromptIds prompt, Visual visual)
      throws IOException {
    GeneratedCheckpoint.write(recipe, folder);
    try (BackboneCheckpoint checkpoint = BackboneCheckpoint.open(folder, null)) {
      float[] stored = logits(checkpoint, WeightKind.STORED, prompt, visual);
      assertArrayEquals(stored, logits(checkpoint, WeightKind.HALF, prompt, visual), 1e-4f);
    }
  }

  private static float[] logits(
      BackboneCheckpoint checkpoint, WeightKind kind, PromptIds prompt, Visual visual)
      throws IOException {
    Backbone backbone = checkpoint.build(Placement.cpu(), kind);
    return new Run(backbone).run(prompt, List.of(visual), 1).seen("logits");
  }
}
