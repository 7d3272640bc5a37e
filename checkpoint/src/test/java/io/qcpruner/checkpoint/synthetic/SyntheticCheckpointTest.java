package io.qcpruner.checkpoint.synthetic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.checkpoint.synthetic.CheckpointRecipe.Container;
import io.qcpruner.checkpoint.weights.CanonicalNames;
import io.qcpruner.checkpoint.weights.CheckpointFiles;
import io.qcpruner.checkpoint.weights.HalfFloats;
import io.qcpruner.checkpoint.weights.LocatedTensor;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.checkpoint.weights.SeededValues;
import io.qcpruner.checkpoint.weights.TensorSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every form is read back by the readers of real checkpoints. */
class SyntheticCheckpointTest {
  private static final Map<String, long[]> TENSORS = new LinkedHashMap<>();

  static {
    TENSORS.put("vision.post_layernorm.weight", new long[] {5});
    TENSORS.put("proj.fc1.weight", new long[] {3, 4});
    TENSORS.put("lm.norm.weight", new long[] {2});
    TENSORS.put("lm_head.weight", new long[] {2, 3});
  }

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(names = {"A", "B", "C", "D"})
  void tensorsComeBackUnderTheirCanonicalNames(NameLayout layout) throws IOException {
    write(recipe(layout));
    assertEquals(TENSORS.keySet(), index().keySet());
    assertEquals(Set.of("model.safetensors", "config.json"), files(layout == NameLayout.A));
    try (SafetensorsFile file = SafetensorsFile.open(folder.resolve("model.safetensors"))) {
      assertEquals(Map.of("format", "pt"), file.header().metadata());
      for (String name : TENSORS.keySet()) {
        assertArrayEquals(values(name), file.floats(layout.fileName(name)), name);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"F32, 0", "F16, 1e-3", "BF16, 1e-2"})
  void storagesOfPyTorchHoldTheSameNumbers(NumberType type, float tolerance) throws IOException {
    write(recipe(NameLayout.B).with(Container.PYTORCH_ZIP).with(type));
    assertEquals(Set.of("pytorch_model.bin", "config.json"), files(false));
    byte[] bytes = Files.readAllBytes(folder.resolve("pytorch_model.bin"));
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (Map.Entry<String, LocatedTensor> found : index().entrySet()) {
      TensorSpec spec = found.getValue().stored().spec();
      assertEquals(type, spec.type());
      assertArrayEquals(TENSORS.get(found.getKey()), spec.shape());
      float[] expected = values(found.getKey());
      file.position((int) found.getValue().stored().offset());
      for (float value : expected) {
        float read =
            switch (type) {
              case F32 -> file.getFloat();
              case F16 -> HalfFloats.fromF16(file.getShort());
              default -> Float.intBitsToFloat(file.getShort() << 16);
            };
        assertEquals(value, read, tolerance, found.getKey());
      }
    }
  }

  /** 12 + 5 + 2 + 6 numbers of four bytes; the first file takes 20, the second 48 + 8. */
  @ParameterizedTest
  @CsvSource({"SAFETENSORS, model, safetensors", "PYTORCH_ZIP, pytorch_model, bin"})
  void filesDoNotGrowOverTheLimit(Container container, String stem, String suffix)
      throws IOException {
    write(recipe(NameLayout.B).with(container).withShards(56));
    String first = stem + "-00001-of-00003." + suffix;
    String second = stem + "-00002-of-00003." + suffix;
    String third = stem + "-00003-of-00003." + suffix;
    String index = stem + "." + suffix + ".index.json";
    assertEquals(Set.of(first, second, third, index, "config.json"), files(false));
    assertEquals(100, json(index).at("/metadata/total_size").asInt());
    Map<String, String> places =
        index().entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, e -> e.getValue().file().getFileName().toString()));
    assertEquals(
        Map.of(
            "vision.post_layernorm.weight", first,
            "proj.fc1.weight", second,
            "lm.norm.weight", second,
            "lm_head.weight", third),
        places);
  }

  @Test
  void aTensorLargerThanTheLimitHasAFileOfItsOwn() throws IOException {
    write(recipe(NameLayout.B).withShards(1));
    assertEquals(6, files(false).size());
  }

  @Test
  void aTiedHeadIsLeftOut() throws IOException {
    write(recipe(NameLayout.B).withTiedHead());
    assertFalse(index().containsKey("lm_head.weight"));
    assertTrue(json("config.json").get("tie_word_embeddings").booleanValue());
    assertTrue(json("config.json").at("/text_config/tie_word_embeddings").booleanValue());
  }

  @Test
  void aTowerApartHasItsOwnFolder() throws IOException {
    write(recipe(NameLayout.A).withTowerApart());
    assertFalse(index().containsKey("vision.post_layernorm.weight"));
    CheckpointFiles whole =
        CheckpointFiles.index(folder, CanonicalNames::of).withTower(folder.resolve("tower"));
    assertEquals(TENSORS.keySet(), whole.tensors().keySet());
  }

  @Test
  void configurationsOfHubAndAuthors() throws IOException {
    write(recipe(NameLayout.B).with(NumberType.BF16));
    assertEquals("bfloat16", json("config.json").get("torch_dtype").asText());
    assertEquals("llava", json("config.json").get("model_type").asText());
    write(recipe(NameLayout.A));
    JsonNode original = json("config.json");
    assertEquals("llava_llama", original.get("model_type").asText());
    assertEquals(32, original.get("hidden_size").asInt());
    assertEquals(16, original.get("mm_hidden_size").asInt());
    assertEquals("pad", original.get("image_aspect_ratio").asText());
    assertEquals(-2, original.get("mm_vision_select_layer").asInt());
    assertFalse(original.has("mm_patch_merge_type"));
    assertEquals(3, json("tower/config.json").get("num_hidden_layers").asInt());
  }

  @ParameterizedTest
  @CsvSource({
    "NEXT, llava_llama, anyres, spatial_unpad, , 3",
    "VIDEO, llava_qwen, pad, spatial_unpad, grid, 4",
    "ONEVISION, llava, anyres_max_2, spatial_unpad, one_token, 4"
  })
  void formsOfTheAuthorsPrograms(
      TinyModel model, String type, String aspect, String merge, String newline, int towerLayers)
      throws IOException {
    write(CheckpointRecipe.of(model.json(), NameLayout.A));
    JsonNode config = json("config.json");
    assertEquals(type, config.get("model_type").asText());
    assertEquals(aspect, config.get("image_aspect_ratio").asText());
    assertEquals(merge, config.get("mm_patch_merge_type").asText());
    assertEquals(newline, config.path("mm_newline_position").asText(null));
    assertEquals(model == TinyModel.NEXT, config.has("mm_vision_select_layer"));
    assertEquals(model != TinyModel.VIDEO, config.has("image_grid_pinpoints"));
    assertEquals(towerLayers, json("tower/config.json").get("num_hidden_layers").asInt());
  }

  @Test
  void decoderFieldsMayStandAtTheTop() throws IOException {
    write(CheckpointRecipe.of(TinyModel.QWEN.json(), NameLayout.QWEN_OLD).withFlatConfig());
    JsonNode config = json("config.json");
    assertFalse(config.has("text_config"));
    assertEquals(64, config.get("hidden_size").asInt());
    assertEquals("qwen2_5_vl", config.get("model_type").asText());
  }

  @Test
  void whatCanNotBeWrittenIsRefused() {
    CheckpointRecipe good = recipe(NameLayout.B);
    assertRefused("weights can't be of type I8", () -> good.with(NumberType.I8));
    assertRefused("shard size must be positive, was 0", () -> good.withShards(0));
    assertRefused("only layout A keeps its tower apart, not B", good::withTowerApart);
    assertRefused(
        "no PyTorch storage here for F64",
        () -> write(good.with(Container.PYTORCH_ZIP).with(NumberType.F64)));
  }

  @Test
  void shapesOfFullModels() throws IOException {
    ModelShape shape = new ModelShape("tiny", TinyModel.LLAVA.json(), NameLayout.B, 9);
    JsonNode text = new ObjectMapper().readTree(shape.withLayers(1).json()).get("text_config");
    assertEquals(1, text.get("num_hidden_layers").asInt());
    assertEquals(9, shape.withDecoder("hidden_size", 8).promptRows());
    assertRefused("a decoder of 0 layers", () -> shape.withLayers(0));
  }

  /** Printable bytes stand for themselves, the others for the characters from U+0100 on. */
  @Test
  void theTokenizerSpellsEveryByteOnce() throws IOException {
    SyntheticTokenizer.write(folder.resolve("deep"));
    JsonNode root = json("deep/tokenizer.json");
    JsonNode vocab = root.at("/model/vocab");
    assertEquals(SyntheticTokenizer.SIZE, vocab.size());
    assertEquals(275, SyntheticTokenizer.SIZE);
    assertEquals(11, vocab.get("\u0100").asInt(), "the byte 0");
    assertEquals(11 + ' ', vocab.get("\u0120").asInt());
    assertEquals(11 + '!', vocab.get("!").asInt());
    assertEquals(11 + '~', vocab.get("~").asInt());
    assertEquals(11 + 0x7F, vocab.get("\u0121").asInt());
    assertEquals(11 + 0xA0, vocab.get("\u0142").asInt());
    assertEquals(11 + 0xA1, vocab.get("\u00a1").asInt());
    assertEquals(11 + 0xAC, vocab.get("\u00ac").asInt());
    assertEquals(11 + 0xAD, vocab.get("\u0143").asInt());
    assertEquals(11 + 0xAE, vocab.get("\u00ae").asInt());
    assertEquals(11 + 0xFF, vocab.get("\u00ff").asInt());
    JsonNode added = root.get("added_tokens");
    assertEquals(19, added.size());
    assertEquals("</s>", added.get(2).get("content").asText());
    assertTrue(root.get("normalizer").isNull());
    assertEquals(
        "{\"image_token_id\":9,\"vision_start_token_id\":6,\"vision_end_token_id\":7}",
        SyntheticTokenizer.withItsIds(
            "{\"image_token_id\": 124,\"vision_start_token_id\":1,\"vision_end_token_id\":2}"));
  }

  private static void assertRefused(String message, org.junit.jupiter.api.function.Executable e) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, e).getMessage());
  }

  private static CheckpointRecipe recipe(NameLayout layout) {
    return CheckpointRecipe.of(TinyModel.LLAVA.json(), layout);
  }

  private void write(CheckpointRecipe recipe) throws IOException {
    SyntheticCheckpoint.write(recipe, TENSORS, folder);
  }

  private Map<String, LocatedTensor> index() throws IOException {
    return CheckpointFiles.index(folder, CanonicalNames::of).tensors();
  }

  private Set<String> files(boolean tower) throws IOException {
    try (Stream<Path> found = Files.list(folder)) {
      Set<String> names =
          found.map(p -> p.getFileName().toString()).collect(Collectors.toCollection(TreeSet::new));
      assertEquals(tower, names.remove("tower"));
      return names;
    }
  }

  private JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(folder.resolve(name).toFile());
  }

  private static float[] values(String name) {
    long[] shape = TENSORS.get(name);
    int count = Math.toIntExact(new TensorSpec(name, NumberType.F32, shape).elements());
    float[] out = new float[count];
    for (int i = 0; i < count; i++) {
      out[i] = SeededValues.of(name, shape).at(i);
    }
    return out;
  }
}
