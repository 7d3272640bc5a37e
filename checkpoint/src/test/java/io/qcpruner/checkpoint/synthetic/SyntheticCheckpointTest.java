package io.qcpruner.checkpoint.synthetic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.config.ConfigReader;
import io.qcpruner.checkpoint.config.Family;
import io.qcpruner.checkpoint.weights.CanonicalNames;
import io.qcpruner.checkpoint.weights.SeededValues;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SyntheticCheckpointTest {

  /** Counts given by transformers for these configurations. */
  @ParameterizedTest
  @CsvSource({"LLAVA,55184", "LLAVA_NEXT,55216", "LLAVA_VIDEO,55952", "QWEN2_5_VL,238880"})
  void tinyModelsHaveTheKnownNumberOfParameters(TinyModel model, long expected) throws IOException {
    assertEquals(expected, parameters(model.json()));
  }

  @Test
  void theSmallLlavaHasAboutHalfABillionParameters() throws IOException {
    assertEquals(0.52, parameters(ModelShape.LLAVA_0_5B.json()) / 1e9, 0.005);
    assertEquals(7.06, parameters(ModelShape.LLAVA_1_5_7B.json()) / 1e9, 0.005);
    assertEquals(8.29, parameters(ModelShape.QWEN2_5_VL_7B.json()) / 1e9, 0.005);
  }

  @ParameterizedTest
  @EnumSource
  void everyShapeIsAValidConfiguration(ModelShape shape) throws IOException {
    assertEquals(shape, ModelShape.named(shape.id()));
    assertEquals(3, ConfigReader.parse(shape.json(3)).decoder().layers());
    assertThrows(IllegalArgumentException.class, () -> shape.json(0));
  }

  @Test
  void anUnknownShapeListsTheKnownOnes() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> ModelShape.named("gpt")).getMessage();
    assertTrue(message.contains("gpt") && message.contains("qwen2.5-vl-7b"), message);
  }

  @ParameterizedTest
  @EnumSource
  void fileNamesLeadBackToTheCanonicalOnes(NameLayout layout) throws IOException {
    TinyModel model = layout.isQwen() ? TinyModel.QWEN2_5_VL : TinyModel.LLAVA_NEXT;
    for (String name :
        SyntheticCheckpoint.tensors(CheckpointRecipe.of(model.json(), layout)).keySet()) {
      assertEquals(name, CanonicalNames.of(layout.fileName(name)), layout.fileName(name));
    }
  }

  @Test
  void familiesAreTold() throws IOException {
    assertEquals(Family.LLAVA_1_5, ConfigReader.parse(TinyModel.LLAVA.json()).family());
    assertEquals(Family.LLAVA_NEXT, ConfigReader.parse(TinyModel.LLAVA_NEXT.json()).family());
    assertEquals(Family.LLAVA_VIDEO, ConfigReader.parse(TinyModel.LLAVA_VIDEO.json()).family());
    assertEquals(Family.QWEN2_5_VL, ConfigReader.parse(TinyModel.QWEN2_5_VL.json()).family());
  }

  /** First values as computed by an independent program from the same definition. */
  @Test
  void seededValuesFollowTheDefinition() {
    assertArrayEquals(
        GoldenSeeds.PROJECTOR, first("proj.fc1.weight", 4, 32, 16), 0, "linear: sqrt(3/fanIn)");
    assertArrayEquals(GoldenSeeds.NORM, first("lm.norm.weight", 4, 32), 0, "norm: around one");
    assertArrayEquals(GoldenSeeds.NEWLINE, first("newline", 4, 32), 0, "embedding: 0.5");
    assertArrayEquals(
        GoldenSeeds.BIAS, first("vision.encoder.layers.0.layer_norm1.bias", 4, 16), 0, "bias");
    assertArrayEquals(
        GoldenSeeds.PATCH,
        first("vision.embeddings.patch_embedding.weight", 4, 16, 3, 14, 14),
        0,
        "convolution: all dimensions but the first");
  }

  private static float[] first(String name, int count, long... shape) {
    float[] values = new float[count];
    SeededValues.of(name, shape).fill(values, count, 0);
    return values;
  }

  private static long parameters(String json) throws IOException {
    return SyntheticCheckpoint.tensors(CheckpointRecipe.of(json, NameLayout.B)).values().stream()
        .mapToLong(shape -> Arrays.stream(shape).reduce(1, (a, b) -> a * b))
        .sum();
  }
}
