package io.qcpruner.model.synthetic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.SeededValues;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.backbone.PublishedModel;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GeneratedCheckpointTest {

  /** Counts given by transformers for these configurations. */
  @ParameterizedTest
  @CsvSource({"LLAVA,55184", "NEXT,55216", "VIDEO,55952", "QWEN,238880"})
  void tinyModelsHaveTheKnownNumberOfParameters(TinyModel model, long expected) throws IOException {
    assertEquals(expected, parameters(model.json()));
  }

  @Test
  void theSmallLlavaHasAboutHalfABillionParameters() throws IOException {
    assertEquals(0.52, parameters(shape("llava-1.5-0.5b")) / 1e9, 0.005);
    assertEquals(7.06, parameters(shape("llava-1.5-7b")) / 1e9, 0.005);
    assertEquals(8.29, parameters(shape("qwen2.5-vl-7b")) / 1e9, 0.005);
  }

  /** What the files on the hub hold, in billions. */
  @Test
  void publishedSizesAreThoseOfTheirFiles() throws IOException {
    assertEquals(3.75, parameters(shape("qwen2.5-vl-3b")) / 1e9, 0.01);
    assertEquals(2.21, parameters(shape("qwen2-vl-2b")) / 1e9, 0.01);
    assertEquals(8.29, parameters(shape("qwen2-vl-7b")) / 1e9, 0.01);
    assertEquals(2.13, parameters(shape("qwen3-vl-2b")) / 1e9, 0.01);
    assertEquals(4.44, parameters(shape("qwen3-vl-4b")) / 1e9, 0.01);
    assertEquals(8.77, parameters(shape("qwen3-vl-8b")) / 1e9, 0.01);
    assertEquals(0.89, parameters(shape("llava-onevision-0.5b")) / 1e9, 0.01);
    assertEquals(8.03, parameters(shape("llava-onevision-7b")) / 1e9, 0.01);
    assertEquals(7.57, parameters(shape("llava-next-mistral-7b")) / 1e9, 0.01);
    assertEquals(0.256, parameters(shape("smolvlm2-256m")) / 1e9, 0.001);
    assertEquals(0.507, parameters(shape("smolvlm2-500m")) / 1e9, 0.001);
    assertEquals(2.25, parameters(shape("smolvlm2-2.2b")) / 1e9, 0.01);
    assertEquals(8.46, parameters(shape("idefics3-8b")) / 1e9, 0.01);
    assertEquals(0.938, parameters(shape("internvl3-1b")) / 1e9, 0.002);
    assertEquals(2.09, parameters(shape("internvl3-2b")) / 1e9, 0.01);
    assertEquals(7.94, parameters(shape("internvl3-8b")) / 1e9, 0.01);
    for (PublishedModel model : BackboneFamilies.published()) {
      assertEquals(model.shape(), BackboneFamilies.shape(model.shape()).id());
    }
  }

  @Test
  void everyShapeIsAValidConfiguration() throws IOException {
    assertEquals(21, BackboneFamilies.shapes().size());
    for (ModelShape shape : BackboneFamilies.shapes()) {
      assertEquals(shape, BackboneFamilies.shape(shape.id()));
      assertEquals(
          3, BackboneFamilies.parse(shape.withLayers(3).json()).config().decoder().layers());
      assertThrows(IllegalArgumentException.class, () -> shape.withLayers(0));
    }
  }

  @Test
  void anUnknownShapeListsTheKnownOnes() {
    String message =
        assertThrows(IllegalArgumentException.class, () -> BackboneFamilies.shape("gpt"))
            .getMessage();
    assertTrue(message.contains("gpt") && message.contains("qwen2.5-vl-7b"), message);
  }

  @ParameterizedTest
  @EnumSource
  void fileNamesLeadBackToTheCanonicalOnes(NameLayout layout) throws IOException {
    TinyModel model =
        Arrays.stream(TinyModel.values())
            .filter(m -> m.names() == layout && layout != NameLayout.B)
            .findFirst()
            .orElse(layout.isQwen() ? TinyModel.QWEN : TinyModel.NEXT);
    BackboneSpec spec = BackboneFamilies.parse(model.json());
    for (String name : spec.storedTensors().keySet()) {
      String file = layout.fileName(name);
      assertEquals(name, spec.family().canonicalName(file), file);
    }
  }

  @Test
  void familiesAreTold() throws IOException {
    assertEquals("llava-1.5", family(TinyModel.LLAVA));
    assertEquals("llava-next", family(TinyModel.NEXT));
    assertEquals("llava-video", family(TinyModel.VIDEO));
    assertEquals("qwen2.5-vl", family(TinyModel.QWEN));
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

  private static String family(TinyModel model) throws IOException {
    return BackboneFamilies.parse(model.json()).family().id();
  }

  private static String shape(String id) {
    return BackboneFamilies.shape(id).json();
  }

  private static long parameters(String json) throws IOException {
    return BackboneFamilies.parse(json).storedTensors().values().stream()
        .mapToLong(shape -> Arrays.stream(shape).reduce(1, (a, b) -> a * b))
        .sum();
  }
}
