package io.qcpruner.checkpoint.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What is said of files that do not fit a configuration. */
class CheckpointFilesTest {
  private static final String LAYER = "vision.encoder.layers.%d.mlp.fc1.weight";

  @TempDir Path folder;

  private CheckpointFiles files(String... names) throws IOException {
    return files(NumberType.F32, names);
  }

  /** Tensors of two numbers each, under their canonical names. */
  private CheckpointFiles files(NumberType type, String... names) throws IOException {
    List<TensorSpec> specs = List.of(names).stream().map(n -> new TensorSpec(n, type, 2)).toList();
    write(folder.resolve("model.safetensors"), specs);
    return CheckpointFiles.index(folder, name -> name);
  }

  private static void write(Path file, List<TensorSpec> specs) throws IOException {
    try (SafetensorsWriter writer = new SafetensorsWriter(file, specs)) {
      for (TensorSpec spec : specs) {
        writer.floats(new float[(int) spec.elements()]);
      }
      writer.finish();
    }
  }

  @Test
  void whatIsThereIsEnough() throws IOException {
    files("a", "b").require(Map.of("a", new long[] {2}), false);
  }

  @Test
  void missingTensorsAreListed() throws IOException {
    CheckpointFiles some = files("a");
    assertFails(
        WeightsException.class,
        folder + ": missing b, c",
        () -> some.require(Map.of("c", new long[] {1}, "b", new long[] {1}), false));
    Map<String, long[]> many = new java.util.HashMap<>();
    IntStream.range(10, 24).forEach(i -> many.put("t" + i, new long[] {1}));
    assertFails(
        WeightsException.class,
        folder + ": missing t10, t11, t12, t13, t14, t15, t16, t17, t18, t19, t20, t21 and 2 more",
        () -> some.require(many, false));
    many.remove("t22");
    many.remove("t23");
    assertFails(
        WeightsException.class,
        folder + ": missing t10, t11, t12, t13, t14, t15, t16, t17, t18, t19, t20, t21",
        () -> some.require(many, false));
    assertEquals("nothing", Listing.of(List.of()));
  }

  @Test
  void aTowerThatIsMissingAloneIsAskedFor() throws IOException {
    CheckpointFiles some = files("a");
    Map<String, long[]> tower = Map.of("vision.x", new long[] {1});
    assertFails(
        MissingTowerException.class,
        folder + ": missing vision.x; this checkpoint needs its vision tower's folder",
        () -> some.require(tower, false));
    assertFails(
        WeightsException.class, folder + ": missing vision.x", () -> some.require(tower, true));
    assertFails(
        WeightsException.class,
        folder + ": missing b, vision.x",
        () -> some.require(Map.of("vision.x", new long[] {1}, "b", new long[] {1}), false));
  }

  @Test
  void shapesAndTypesMustFit() throws IOException {
    Path file = folder.resolve("model.safetensors");
    CheckpointFiles floats = files("a");
    assertFails(
        WeightsException.class,
        file + ": a (a) has shape [2], the configuration asks for [3]",
        () -> floats.require(Map.of("a", new long[] {3}), false));
    CheckpointFiles whole = files(NumberType.I32, "a");
    assertFails(
        WeightsException.class,
        file + ": a (a) has the number type I32; weights are F32, F16, BF16 or F64",
        () -> whole.require(Map.of("a", new long[] {2}), false));
  }

  /** Their parts are checked when they are mapped. */
  @Test
  void packedMatricesHaveShapesOfTheirOwn() throws IOException {
    CheckpointFiles packed = files("a", "a_scale", "a_factor", "b");
    assertTrue(packed.isPacked("a"));
    assertFalse(packed.isPacked("b"));
    Map<String, long[]> needed = Map.of("a", new long[] {7, 7}, "b", new long[] {2});
    packed.require(needed, false);
    packed.refuseUnknown(needed, Map.of());
    CheckpointFiles odd = files("a", "a_factor", "b", "b_scale", "c_factor");
    assertFails(
        WeightsException.class,
        folder
            + ": no part of the model takes b_scale, c_factor; its numbers would be wrong without",
        () -> odd.refuseUnknown(needed, Map.of()));
  }

  @Test
  void whatNoPartTakesIsRefused() throws IOException {
    CheckpointFiles files =
        files(
            "a",
            "odd.bias",
            "stored",
            "lm_head.weight",
            "lm.layers.0.self_attn.rotary_emb.inv_freq");
    Map<String, long[]> needed = Map.of("a", new long[] {2});
    assertFails(
        WeightsException.class,
        folder + ": no part of the model takes odd.bias; its numbers would be wrong without",
        () -> files.refuseUnknown(needed, Map.of("stored", new long[] {2})));
    assertTrue(
        assertThrows(WeightsException.class, () -> files.refuseUnknown(needed, Map.of()))
            .getMessage()
            .contains("takes odd.bias, stored;"));
  }

  /** Layers after the features may lie in the file; a layer that is run has no odd tensor. */
  @Test
  void layersOfTheTowerThatAreNotRunMayBeThere() throws IOException {
    CheckpointFiles files =
        files(LAYER.formatted(0), LAYER.formatted(1), LAYER.formatted(2), "vision.blocks.3.x");
    assertEquals(4, files.towerLayers().getAsInt());
    files.refuseUnknown(
        Map.of(LAYER.formatted(0), new long[] {2}, LAYER.formatted(1), new long[] {2}), Map.of());
    assertTrue(
        assertThrows(
                WeightsException.class,
                () -> files.refuseUnknown(Map.of(LAYER.formatted(1), new long[] {2}), Map.of()))
            .getMessage()
            .contains("takes " + LAYER.formatted(0) + ";"));
    assertTrue(files("a").towerLayers().isEmpty());
  }

  @Test
  void aTowerOfAnotherFolderIsAdded() throws IOException {
    CheckpointFiles main = files("a");
    Path tower = Files.createDirectory(folder.resolve("tower"));
    write(
        tower.resolve("model.safetensors"),
        List.of(
            new TensorSpec("vision_model.post_layernorm.weight", NumberType.F32, 2),
            new TensorSpec("text_model.x", NumberType.F32, 2)));
    CheckpointFiles both = main.withTower(tower);
    assertEquals(
        List.of("a", "vision.post_layernorm.weight"), List.copyOf(both.tensors().keySet()));
    assertEquals(folder, both.folder());
  }

  @Test
  void twoNamesOfOneTensorAreRefused() throws IOException {
    files("a", "b");
    String message =
        assertThrows(WeightsException.class, () -> CheckpointFiles.index(folder, name -> "same"))
            .getMessage();
    assertEquals(folder + ": a and b are both same", message);
  }

  @Test
  void withoutFilesTheFormsAreNamed() {
    assertFails(
        WeightsException.class,
        folder
            + ": no weights; looked for model.safetensors.index.json, model.safetensors,"
            + " pytorch_model.bin.index.json, pytorch_model.bin",
        () -> CheckpointFiles.index(folder, name -> name));
  }

  @Test
  void anIndexThatPromisesTooMuchIsNamed() throws IOException {
    files("a");
    Files.move(folder.resolve("model.safetensors"), folder.resolve("shard.safetensors"));
    Path index = folder.resolve("model.safetensors.index.json");
    Files.writeString(index, "{\"weight_map\":{\"a\":\"shard.safetensors\"}}");
    assertEquals(List.of("a"), new ArrayList<>(TensorIndex.read(folder).keySet()));
    Files.writeString(index, "{\"weight_map\":{\"b\":\"shard.safetensors\"}}");
    assertFails(
        WeightsException.class,
        index + ": it promises b in shard.safetensors, which does not hold it",
        () -> TensorIndex.read(folder));
    Files.writeString(index, "{\"weight_map\":{\"b\":\"gone.safetensors\"}}");
    assertFails(
        WeightsException.class,
        index + ": the shard gone.safetensors is missing; it should hold b",
        () -> TensorIndex.read(folder));
  }

  private static void assertFails(
      Class<? extends Exception> type, String message, Executable reading) {
    Exception failure = assertThrows(type, reading);
    assertEquals(type, failure.getClass());
    assertEquals(message, failure.getMessage());
  }
}
