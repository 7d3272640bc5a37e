package io.qcpruner.model.backbone;

import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.CheckpointRecipe.Container;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.model.Golden;
import io.qcpruner.model.Run;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.synthetic.GeneratedCheckpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The logits of transformers from every form that a checkpoint can have on disk. */
class CheckpointParityTest {
  private static final PromptIds PROMPT = Run.prompt(PromptIds.MARKER);

  @TempDir Path folder;

  static Stream<CheckpointRecipe> llavaForms() {
    CheckpointRecipe a = CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.A);
    CheckpointRecipe b = CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.B);
    return Stream.of(
        a,
        a.withTowerApart().with(Container.PYTORCH_ZIP),
        b,
        b.withShards(60_000),
        b.with(Container.PYTORCH_ZIP),
        CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.C),
        CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.D));
  }

  @ParameterizedTest
  @MethodSource("llavaForms")
  void llavaFromEveryForm(CheckpointRecipe recipe) throws IOException {
    Visual picture = TinyBackbones.still(TinyBackbones.pixels("tiny-llava", 3, 56, 56));
    assertLogits(recipe, PROMPT, picture, "tiny-llava");
  }

  @Test
  void tiedHead() throws IOException {
    Visual picture = TinyBackbones.still(TinyBackbones.pixels("tiny-llava", 3, 56, 56));
    assertLogits(
        CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.C).withTiedHead(),
        PROMPT,
        picture,
        "tiny-llava-tied");
  }

  @ParameterizedTest
  @EnumSource(names = {"A", "B", "C", "D"})
  void nextFromEveryLayout(NameLayout layout) throws IOException {
    assertLogits(
        CheckpointRecipe.of(TinyModel.NEXT.json(), layout),
        PROMPT,
        TinyBackbones.tiled(100, 75),
        "tiny-llava-next-100x75");
  }

  @ParameterizedTest
  @EnumSource(names = {"A", "B", "C", "D"})
  void videoFromEveryLayout(NameLayout layout) throws IOException {
    assertLogits(
        CheckpointRecipe.of(TinyModel.VIDEO.json(), layout),
        PROMPT,
        TinyBackbones.clip(TinyBackbones.pixels("tiny-llava-video", 3, 3, 98, 98)),
        "tiny-llava-video-grid");
  }

  static Stream<CheckpointRecipe> qwenForms() {
    return Stream.of(NameLayout.QWEN_OLD, NameLayout.QWEN_NEW)
        .map(layout -> CheckpointRecipe.of(TinyModel.QWEN.json(), layout))
        .flatMap(recipe -> Stream.of(recipe, recipe.withFlatConfig()));
  }

  @ParameterizedTest
  @MethodSource("qwenForms")
  void qwenFromEveryForm(CheckpointRecipe recipe) throws IOException {
    assertLogits(
        recipe,
        PromptIds.raw(1, 7, 122, 124, 123, 11, 13, 17),
        TinyBackbones.patches("tiny-qwen", 1, 8, 10, 0),
        "tiny-qwen");
  }

  @ParameterizedTest
  @EnumSource(names = {"QWEN_OLD", "QWEN_NEW"})
  void qwen2FromEveryLayout(NameLayout layout) throws IOException {
    assertLogits(
        CheckpointRecipe.of(TinyModel.QWEN2.json(), layout).withFlatConfig(),
        PromptIds.raw(1, 7, 122, 124, 123, 11, 13, 17),
        TinyBackbones.patches("tiny-qwen", 1, 8, 10, 0),
        "tiny-qwen2");
  }

  @Test
  void qwen3FromItsNames() throws IOException {
    assertLogits(
        CheckpointRecipe.of(TinyModel.QWEN3.json(), NameLayout.QWEN_NEW),
        PromptIds.raw(1, 7, 122, 124, 123, 11, 13, 17),
        TinyBackbones.patches("tiny-qwen", 1, 8, 10, 1536, 0),
        "tiny-qwen3");
  }

  @Test
  void smolVlmFromItsNames() throws IOException {
    assertLogits(
        CheckpointRecipe.of(TinyModel.SMOLVLM.json(), NameLayout.IDEFICS),
        TiledPrompt.of(1, 7).tiles(2, 2).text(11, 17, 19).ids(),
        TinyBackbones.squares("tiny-smolvlm", 50, 2, 2),
        "tiny-smolvlm");
  }

  @ParameterizedTest
  @EnumSource(names = {"C", "D"})
  void internVlFromEveryLayout(NameLayout layout) throws IOException {
    assertLogits(
        CheckpointRecipe.of(TinyModel.INTERNVL.json(), layout),
        PromptIds.raw(1, 7, 80, 95, 81, 11, 17, 19),
        TinyBackbones.squares("tiny-internvl", 48, 2, 2),
        "tiny-internvl");
  }

  private void assertLogits(CheckpointRecipe recipe, PromptIds prompt, Visual visual, String golden)
      throws IOException {
    GeneratedCheckpoint.write(recipe, folder);
    Path tower = recipe.layout() == NameLayout.A ? folder.resolve("tower") : null;
    try (BackboneCheckpoint checkpoint = BackboneCheckpoint.open(folder, tower)) {
      Backbone backbone = checkpoint.build(Placement.cpu(), WeightKind.STORED);
      new Run(backbone).run(prompt, List.of(visual), 1).assertLogits(Golden.of(golden));
    }
  }
}
