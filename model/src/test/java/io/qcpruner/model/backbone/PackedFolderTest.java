package io.qcpruner.model.backbone;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.CheckpointRecipe.Container;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.PackedManifest;
import io.qcpruner.model.Run;
import io.qcpruner.model.TinyBackbones;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.nn.WeightKind;
import io.qcpruner.model.synthetic.GeneratedCheckpoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A packed folder gives the bits of packing when the source is opened, or says what is wrong. */
class PackedFolderTest {
  private static final PromptIds PROMPT = Run.prompt(PromptIds.MARKER);

  @TempDir Path source;
  @TempDir Path out;

  @ParameterizedTest
  @EnumSource(names = {"HALF", "INT8", "INT4"})
  void llava(WeightKind kind) throws IOException {
    assertSame(recipe(TinyModel.LLAVA, NameLayout.B), kind, PROMPT, picture());
  }

  @ParameterizedTest
  @EnumSource(names = {"HALF", "INT8", "INT4"})
  void tiedHeadOfSixteenBits(WeightKind kind) throws IOException {
    CheckpointRecipe recipe = recipe(TinyModel.LLAVA, NameLayout.C).with(NumberType.BF16);
    assertSame(recipe.withTiedHead(), kind, PROMPT, picture());
  }

  @ParameterizedTest
  @EnumSource(names = {"INT8", "INT4"})
  void pytorchShards(WeightKind kind) throws IOException {
    CheckpointRecipe recipe = recipe(TinyModel.LLAVA, NameLayout.B);
    assertSame(recipe.with(Container.PYTORCH_ZIP).withShards(20_000), kind, PROMPT, picture());
  }

  @ParameterizedTest
  @EnumSource(names = {"HALF", "INT8", "INT4"})
  void llavaNext(WeightKind kind) throws IOException {
    Visual tiled = TinyBackbones.tiled(100, 75);
    assertSame(recipe(TinyModel.NEXT, NameLayout.B), kind, PROMPT, tiled);
  }

  @ParameterizedTest
  @EnumSource(names = {"HALF", "INT8", "INT4"})
  void llavaVideo(WeightKind kind) throws IOException {
    Visual clip = TinyBackbones.clip(TinyBackbones.pixels("packed", 3, 3, 98, 98));
    assertSame(recipe(TinyModel.VIDEO, NameLayout.B), kind, PROMPT, clip);
  }

  @ParameterizedTest
  @EnumSource(names = {"HALF", "INT8", "INT4"})
  void llavaOneVision(WeightKind kind) throws IOException {
    Visual clip = TinyBackbones.clip(TinyBackbones.pixels("packed", 2, 3, 98, 98));
    assertSame(recipe(TinyModel.ONEVISION, NameLayout.B), kind, PROMPT, clip);
  }

  @ParameterizedTest
  @EnumSource(names = {"HALF", "INT8", "INT4"})
  void qwen(WeightKind kind) throws IOException {
    PromptIds prompt = PromptIds.raw(1, 7, 122, 124, 123, 11, 13, 17);
    Visual patches = TinyBackbones.patches("packed", 1, 8, 10, 0);
    assertSame(recipe(TinyModel.QWEN, NameLayout.QWEN_NEW), kind, prompt, patches);
  }

  @ParameterizedTest
  @EnumSource(names = {"HALF", "INT8", "INT4"})
  void qwen2(WeightKind kind) throws IOException {
    PromptIds prompt = PromptIds.raw(1, 7, 122, 124, 123, 11, 13, 17);
    Visual patches = TinyBackbones.patches("packed", 1, 8, 10, 0);
    assertSame(recipe(TinyModel.QWEN2, NameLayout.QWEN_OLD), kind, prompt, patches);
  }

  @ParameterizedTest
  @EnumSource(names = {"HALF", "INT8", "INT4"})
  void qwen3(WeightKind kind) throws IOException {
    PromptIds prompt = PromptIds.raw(1, 7, 122, 124, 123, 11, 13, 17);
    Visual patches = TinyBackbones.patches("packed", 1, 8, 10, 1536, 0);
    assertSame(recipe(TinyModel.QWEN3, NameLayout.QWEN_NEW), kind, prompt, patches);
  }

  @ParameterizedTest
  @EnumSource(names = {"HALF", "INT8", "INT4"})
  void smolVlm(WeightKind kind) throws IOException {
    assertSame(
        recipe(TinyModel.SMOLVLM, NameLayout.IDEFICS),
        kind,
        TiledPrompt.of(1, 7).tiles(1, 2).text(11).ids(),
        TinyBackbones.squares("packed", 50, 1, 2));
  }

  @ParameterizedTest
  @EnumSource(names = {"HALF", "INT8", "INT4"})
  void internVl(WeightKind kind) throws IOException {
    PromptIds prompt = PromptIds.raw(1, 7, 80, 95, 81, 11, 13, 17);
    Visual views = TinyBackbones.squares("packed", 48, 1, 2);
    assertSame(recipe(TinyModel.INTERNVL, NameLayout.D), kind, prompt, views);
  }

  /** The tower becomes part of the folder, which then needs no other one. */
  @Test
  void towerApart() throws IOException {
    CheckpointRecipe recipe = recipe(TinyModel.LLAVA, NameLayout.A).withTowerApart();
    GeneratedCheckpoint.write(recipe, source);
    Path tower = source.resolve("tower");
    WeightPacker.pack(source, tower, WeightKind.INT8, out, (done, total) -> {});
    assertArrayEquals(
        logits(source, tower, WeightKind.INT8, PROMPT, picture()),
        logits(out, null, WeightKind.STORED, PROMPT, picture()));
    assertTrue(BackboneCheckpoint.missingTower(out).isEmpty());
  }

  private static Visual picture() {
    return TinyBackbones.still(TinyBackbones.pixels("packed", 3, 56, 56));
  }

  private static CheckpointRecipe recipe(TinyModel model, NameLayout layout) {
    return CheckpointRecipe.of(model.json(), layout);
  }

  private void assertSame(CheckpointRecipe recipe, WeightKind kind, PromptIds prompt, Visual visual)
      throws IOException {
    GeneratedCheckpoint.write(recipe, source);
    WeightPacker.pack(source, null, kind, out, (done, total) -> assertTrue(done <= total));
    float[] expected = logits(source, null, kind, prompt, visual);
    float[] made = logits(out, null, WeightKind.STORED, prompt, visual);
    // half weights are multiplied by another library, which adds in another order
    assertArrayEquals(expected, made, kind == WeightKind.HALF ? 1e-4f : 0);
    assertArrayEquals(made, logits(out, null, kind, prompt, visual));
  }

  /** Of all rows of the prompt and of three new tokens. */
  private static float[] logits(
      Path folder, Path tower, WeightKind kind, PromptIds prompt, Visual visual)
      throws IOException {
    try (BackboneCheckpoint checkpoint = BackboneCheckpoint.open(folder, tower)) {
      Backbone backbone = checkpoint.build(Placement.cpu(), kind);
      Run run = new Run(backbone).run(prompt, List.of(visual), 4);
      float[] all = run.seen("logits");
      float[] steps = run.stepLogits();
      float[] both = Arrays.copyOf(all, all.length + steps.length);
      System.arraycopy(steps, 0, both, all.length, steps.length);
      return both;
    }
  }

  @Test
  void anotherKindIsRefused() throws IOException {
    packed();
    try (BackboneCheckpoint checkpoint = BackboneCheckpoint.open(out)) {
      Exception refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> checkpoint.build(Placement.cpu(), WeightKind.HALF));
      assertTrue(refused.getMessage().contains("packed as int8; for half"), refused.getMessage());
    }
  }

  @Test
  void packingTwiceIsRefused(@TempDir Path again) throws IOException {
    packed();
    Exception refused =
        assertThrows(
            IOException.class,
            () -> WeightPacker.pack(out, null, WeightKind.INT4, again, (done, total) -> {}));
    assertTrue(refused.getMessage().contains("is packed already, as int8"), refused.getMessage());
  }

  @Test
  void cutWeights() throws IOException {
    Path file = packed().resolve(PackedManifest.WEIGHTS);
    try (var channel = Files.newByteChannel(file, StandardOpenOption.WRITE)) {
      channel.truncate(Files.size(file) - 1);
    }
    assertRefused("model.safetensors: ", "promises");
  }

  @Test
  void noWeights() throws IOException {
    Files.delete(packed().resolve(PackedManifest.WEIGHTS));
    assertRefused("missing model.safetensors");
  }

  @Test
  void weightsOfAnotherFolder(@TempDir Path other) throws IOException {
    packed();
    GeneratedCheckpoint.write(recipe(TinyModel.NEXT, NameLayout.B), source);
    WeightPacker.pack(source, null, WeightKind.INT8, other, (done, total) -> {});
    byte[] changed = Files.readAllBytes(out.resolve(PackedManifest.WEIGHTS));
    String header = new String(changed, 8, 400, StandardCharsets.ISO_8859_1);
    int at = 8 + header.indexOf("[32]") + 1; // the same length, another shape
    changed[at] = '2';
    changed[at + 1] = '3';
    Files.write(out.resolve(PackedManifest.WEIGHTS), changed);
    assertRefused("model.safetensors");
    Files.copy(
        other.resolve(PackedManifest.NAME),
        out.resolve(PackedManifest.NAME),
        StandardCopyOption.REPLACE_EXISTING);
    assertRefused("model.safetensors");
  }

  @Test
  void anotherConfiguration() throws IOException {
    Path config = packed().resolve("config.json");
    Files.writeString(config, Files.readString(config) + " ");
    assertRefused("config.json: not the configuration that qcpruner_packed.json describes");
  }

  @Test
  void anotherFormat() throws IOException {
    edit("\"format\" : 5", "\"format\" : 4");
    assertRefused(
        "qcpruner_packed.json: packed in format 4, this program reads 5",
        "qcpruner pack --model SOURCE");
  }

  @Test
  void anotherGroup() throws IOException {
    edit("\"group\" : 64", "\"group\" : 32");
    assertRefused("groups of 32 inputs for int8, this program reads 64");
  }

  @Test
  void anUnknownKind() throws IOException {
    edit("\"int8\"", "\"int2\"");
    assertRefused("weights are half, int8 or int4, not int2");
  }

  @Test
  void halfAManifest() throws IOException {
    Path file = packed().resolve(PackedManifest.NAME);
    Files.writeString(file, Files.readString(file).substring(0, 40));
    assertRefused("qcpruner_packed.json");
  }

  /** Without its manifest the folder does not pass for something else. */
  @Test
  void noManifest() throws IOException {
    Files.delete(packed().resolve(PackedManifest.NAME));
    assertRefused("model.safetensors", "I8");
  }

  @Test
  void manifestSaysWhatWasPacked() throws IOException {
    PackedManifest manifest = PackedManifest.checked(packed()).orElseThrow();
    assertEquals("int8", manifest.weights());
    assertEquals(64, manifest.sourceSha256().length());
    Path config = source.resolve("config.json");
    Files.writeString(config, Files.readString(config) + "\n");
    PackedManifest later =
        WeightPacker.pack(
            source, null, WeightKind.INT8, Files.createTempDirectory(out, "x"), (d, t) -> {});
    assertTrue(!later.sourceSha256().equals(manifest.sourceSha256()));
    assertEquals(later.headerSha256(), manifest.headerSha256());
  }

  private Path packed() throws IOException {
    GeneratedCheckpoint.write(recipe(TinyModel.LLAVA, NameLayout.B), source);
    WeightPacker.pack(source, null, WeightKind.INT8, out, (done, total) -> {});
    return out;
  }

  private void edit(String from, String to) throws IOException {
    Path file = packed().resolve(PackedManifest.NAME);
    String text = Files.readString(file);
    assertTrue(text.contains(from), text);
    Files.writeString(file, text.replace(from, to));
  }

  private void assertRefused(String... words) {
    IOException refused =
        assertThrows(
            IOException.class,
            () -> {
              try (BackboneCheckpoint checkpoint = BackboneCheckpoint.open(out)) {
                checkpoint.build(Placement.cpu(), WeightKind.STORED);
              }
            });
    for (String word : words) {
      assertTrue(refused.getMessage().contains(word), refused.getMessage());
    }
  }
}
