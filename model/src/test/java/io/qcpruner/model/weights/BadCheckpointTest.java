package io.qcpruner.model.weights;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.checkpoint.weights.SafetensorsWriter;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.backbone.BackboneCheckpoint;
import io.qcpruner.model.synthetic.GeneratedCheckpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is wrong with a checkpoint is said in one line that names file, tensor and shapes. */
class BadCheckpointTest {
  @TempDir Path folder;

  private final CheckpointRecipe recipe = CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.B);

  @BeforeEach
  void write() throws IOException {
    GeneratedCheckpoint.write(recipe, folder);
  }

  @Test
  void noWeightsAtAll() throws IOException {
    Files.delete(folder.resolve("model.safetensors"));
    assertFails("no weights; looked for model.safetensors.index.json");
  }

  @Test
  void aMissingTensorIsNamed() throws IOException {
    rewrite(spec -> spec.name().endsWith("layers.0.mlp.up_proj.weight") ? null : spec);
    assertFails("layers.0.mlp.up_proj.weight");
  }

  @Test
  void aMissingTowerHintsAtItsFolder() throws IOException {
    rewrite(spec -> spec.name().startsWith("vision_tower") ? null : spec);
    assertFails("needs its vision tower's folder");
  }

  @Test
  void aWrongShapeIsNamedWithBothShapes() throws IOException {
    rewrite(
        spec ->
            spec.name().equals("multi_modal_projector.linear_1.weight")
                ? new TensorSpec(spec.name(), spec.type(), 16, 32)
                : spec);
    assertFails(
        "multi_modal_projector.linear_1.weight (proj.fc1.weight) has shape [16, 32], "
            + "the configuration asks for [32, 16]");
  }

  @Test
  void askingForAnotherShapeNamesBoth() throws IOException {
    try (BackboneCheckpoint checkpoint = BackboneCheckpoint.open(folder)) {
      String message =
          assertThrows(WeightsException.class, () -> checkpoint.weights().get("proj.fc1.bias", 33))
              .getMessage();
      assertTrue(message.contains("[32]") && message.contains("[33]"), message);
      message =
          assertThrows(WeightsException.class, () -> checkpoint.weights().get("newline", 32))
              .getMessage();
      assertTrue(message.contains("missing newline"), message);
    }
  }

  @Test
  void buffersAndUnusedPartsAreHarmless() throws IOException {
    rewrite(
        spec -> spec,
        new TensorSpec("logit_scale", NumberType.F32, 1),
        new TensorSpec("vision_tower.vision_model.encoder.layers.7.odd", NumberType.F32, 1),
        new TensorSpec("vision_tower.vision_model.embeddings.position_ids", NumberType.I64, 1));
    try (BackboneCheckpoint checkpoint = BackboneCheckpoint.open(folder)) {
      assertTrue(checkpoint.weights().has("proj.fc1.bias"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "model.surprise",
        "language_model.model.layers.0.self_attn.q_proj.bias",
        "vision_tower.vision_model.encoder.layers.0.layer_scale1"
      })
  void tensorsThatNoPartTakesAreRefusedByName(String name) throws IOException {
    rewrite(spec -> spec, new TensorSpec(name, NumberType.F32, 1));
    String message =
        assertThrows(WeightsException.class, () -> BackboneCheckpoint.open(folder)).getMessage();
    assertTrue(message.contains(name), message);
  }

  @Test
  void twoNamesForOneTensorAreRefused() throws IOException {
    rewrite(spec -> spec, new TensorSpec("lm_head.weight", NumberType.F32, 96, 32));
    assertFails("are both lm_head.weight");
  }

  @Test
  void aMissingShardIsNamed() throws IOException {
    Files.delete(folder.resolve("model.safetensors"));
    GeneratedCheckpoint.write(recipe.withShards(60_000), folder);
    Path second;
    try (Stream<Path> files = Files.list(folder)) {
      second =
          files.filter(p -> p.toString().contains("model-00002-of-")).findFirst().orElseThrow();
    }
    Files.delete(second);
    assertFails("the shard " + second.getFileName() + " is missing");
  }

  @Test
  void anIndexThatLiesIsNamed() throws IOException {
    index("{'weight_map':{'lm_head.weight':'model.safetensors'}}");
    assertFails("promises lm_head.weight in model.safetensors, which does not hold it");
    index("{'weight_map':{'x':'../model.safetensors'}}");
    assertFails("weight_map.x names no file of this folder");
    index("{'weight_map':{'x':7}}");
    assertFails("weight_map.x names no file");
    index("{'weight_map':{}}");
    assertFails("weight_map is missing or empty");
    index("{'weight_map'");
    assertFails("is not JSON");
  }

  @ParameterizedTest
  @EnumSource(names = {"I64", "I32", "I16", "I8", "U8", "BOOL"})
  void weightsThatAreNoFloatsAreRefusedByName(NumberType type) throws IOException {
    rewrite(
        spec ->
            spec.name().endsWith("lm_head.weight")
                ? new TensorSpec(spec.name(), type, spec.shape())
                : spec);
    assertFails("(lm_head.weight) has the number type " + type + "; weights are F32");
  }

  @Test
  @Timeout(10)
  void layersThatTheFilesCannotHoldAreRefused() throws IOException {
    Path config = folder.resolve("config.json");
    String json = Files.readString(config);
    Files.writeString(
        config, json.replaceFirst("\"num_hidden_layers\" ?: ?\\d+", "\"num_hidden_layers\":9999"));
    assertFails("missing lm.layers.");
  }

  @Test
  void fileThatChangedSinceItWasOpenedIsNamed() throws IOException {
    try (BackboneCheckpoint checkpoint = BackboneCheckpoint.open(folder)) {
      checkpoint.weights().get("lm.norm.weight", 32);
      checkpoint.requireUnchanged();
      Path file = folder.resolve("model.safetensors");
      byte[] bytes = Files.readAllBytes(file);
      Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length / 2));
      String message =
          assertThrows(WeightsException.class, checkpoint::requireUnchanged).getMessage();
      assertTrue(message.contains("model.safetensors was changed"), message);
      Files.delete(file);
      message = assertThrows(WeightsException.class, checkpoint::requireUnchanged).getMessage();
      assertTrue(message.contains("model.safetensors is gone"), message);
    }
  }

  @Test
  void aTruncatedFileIsNamed() throws IOException {
    Path file = folder.resolve("model.safetensors");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 10));
    assertFails("truncated");
  }

  private void index(String json) throws IOException {
    Files.writeString(folder.resolve("model.safetensors.index.json"), json.replace('\'', '"'));
  }

  private void assertFails(String expected) {
    String message =
        assertThrows(IOException.class, () -> BackboneCheckpoint.open(folder)).getMessage();
    assertTrue(message.contains(expected), message);
    assertTrue(message.startsWith(folder.toString()), message);
  }

  /** Writes the file again with changed, dropped (null) or added tensors; values don't matter. */
  private void rewrite(UnaryOperator<TensorSpec> change, TensorSpec... added) throws IOException {
    Path file = folder.resolve("model.safetensors");
    List<TensorSpec> specs = new ArrayList<>();
    try (SafetensorsFile old = SafetensorsFile.open(file)) {
      old.tensors().values().stream()
          .map(t -> change.apply(t.spec()))
          .filter(spec -> spec != null)
          .forEach(specs::add);
    }
    specs.addAll(List.of(added));
    try (SafetensorsWriter writer = new SafetensorsWriter(file, specs)) {
      for (TensorSpec spec : specs) {
        writer.floats(new float[(int) spec.elements()]);
      }
      writer.finish();
    }
  }
}
