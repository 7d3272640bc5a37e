package io.qcpruner.model.weights;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.CheckpointRecipe.Container;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.HalfFloats;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.SeededValues;
import io.qcpruner.model.backbone.BackboneCheckpoint;
import io.qcpruner.model.synthetic.GeneratedCheckpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every form of a checkpoint gives the same tensors. */
class CheckpointTest {
  @TempDir Path folder;

  static Stream<CheckpointRecipe> forms() {
    Stream<CheckpointRecipe> llava =
        Stream.of(TinyModel.LLAVA, TinyModel.NEXT, TinyModel.VIDEO)
            .flatMap(
                model ->
                    Stream.of(NameLayout.A, NameLayout.B, NameLayout.C, NameLayout.D)
                        .map(layout -> CheckpointRecipe.of(model.json(), layout)));
    Stream<CheckpointRecipe> qwen =
        Stream.of(NameLayout.QWEN_OLD, NameLayout.QWEN_NEW)
            .map(layout -> CheckpointRecipe.of(TinyModel.QWEN.json(), layout))
            .flatMap(recipe -> Stream.of(recipe, recipe.withFlatConfig()));
    CheckpointRecipe b = CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.B);
    CheckpointRecipe a = CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.A);
    Stream<CheckpointRecipe> others =
        Stream.of(
            b.withShards(60_000),
            b.withTiedHead(),
            b.with(Container.PYTORCH_ZIP),
            b.with(Container.PYTORCH_ZIP).withShards(60_000),
            a.withTowerApart(),
            a.withTowerApart().with(Container.PYTORCH_ZIP));
    return Stream.of(llava, qwen, others).flatMap(s -> s);
  }

  @ParameterizedTest
  @MethodSource("forms")
  void everyFormGivesTheSameTensors(CheckpointRecipe recipe) throws IOException {
    GeneratedCheckpoint.write(recipe, folder);
    Path tower = recipe.layout() == NameLayout.A ? folder.resolve("tower") : null;
    try (BackboneCheckpoint checkpoint = BackboneCheckpoint.open(folder, tower)) {
      for (Map.Entry<String, long[]> e : checkpoint.spec().tensors().entrySet()) {
        assertArrayEquals(
            expected(e.getKey(), e.getValue()),
            floats(checkpoint.weights().get(e.getKey(), e.getValue())),
            e.getKey());
      }
    }
  }

  @Test
  void allLayoutsRunTheSameTowerLayers() throws IOException {
    for (NameLayout layout : List.of(NameLayout.A, NameLayout.B)) {
      Path sub = folder.resolve(layout.name());
      GeneratedCheckpoint.write(CheckpointRecipe.of(TinyModel.VIDEO.json(), layout), sub);
      Path tower = layout == NameLayout.A ? sub.resolve("tower") : null;
      try (BackboneCheckpoint checkpoint = BackboneCheckpoint.open(sub, tower)) {
        assertEquals("llava-video", checkpoint.spec().family().id());
        assertEquals(3, checkpoint.spec().plainTower().orElseThrow().layersToRun());
      }
    }
  }

  @Test
  void aTiedHeadIsTheEmbeddingTable() throws IOException {
    GeneratedCheckpoint.write(
        CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.C).withTiedHead(), folder);
    try (BackboneCheckpoint checkpoint = BackboneCheckpoint.open(folder)) {
      assertTrue(checkpoint.weights().has("lm_head.weight"));
      assertSame(
          checkpoint.weights().get("lm.embed_tokens.weight", 96, 32),
          checkpoint.weights().get("lm_head.weight", 96, 32));
      assertFalse(checkpoint.weights().has("newline"));
    }
  }

  @Test
  void storedTypesAreKept() throws IOException {
    for (NumberType type : List.of(NumberType.F16, NumberType.BF16)) {
      for (Container container : Container.values()) {
        Path sub = folder.resolve(type + "-" + container);
        GeneratedCheckpoint.write(
            CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.B).with(type).with(container),
            sub);
        try (BackboneCheckpoint checkpoint = BackboneCheckpoint.open(sub)) {
          Tensor tensor = checkpoint.weights().get("proj.fc1.weight", 32, 16);
          assertEquals(
              type == NumberType.F16 ? ScalarType.Half : ScalarType.BFloat16,
              tensor.scalar_type().intern());
          float[] expected = expected("proj.fc1.weight", 32, 16);
          for (int i = 0; i < expected.length; i++) {
            expected[i] =
                type == NumberType.F16
                    ? HalfFloats.fromF16(HalfFloats.toF16(expected[i]))
                    : HalfFloats.fromBf16(HalfFloats.toBf16(expected[i]));
          }
          assertArrayEquals(expected, floats(tensor));
        }
      }
    }
  }

  @Test
  void tensorsOutliveTheCheckpointThatGaveThem() throws IOException {
    GeneratedCheckpoint.write(CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.B), folder);
    Tensor tensor;
    try (BackboneCheckpoint checkpoint = BackboneCheckpoint.open(folder)) {
      tensor = new Tensor(checkpoint.weights().get("lm.norm.weight", 32));
    }
    assertArrayEquals(expected("lm.norm.weight", 32), floats(tensor));
  }

  private static float[] expected(String name, long... shape) {
    String source = name;
    long count = 1;
    for (long size : shape) {
      count *= size;
    }
    float[] values = new float[(int) count];
    SeededValues.of(source, shape).fill(values, values.length, 0);
    return values;
  }

  static float[] floats(Tensor tensor) {
    float[] out = new float[(int) tensor.numel()];
    PointerScope scope = new PointerScope();
    try {
      tensor.to(ScalarType.Float).contiguous().data_ptr_float().get(out);
    } finally {
      scope.close();
    }
    return out;
  }
}
