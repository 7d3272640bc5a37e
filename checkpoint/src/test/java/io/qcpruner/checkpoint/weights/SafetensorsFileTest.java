package io.qcpruner.checkpoint.weights;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(Seeded.class)
class SafetensorsFileTest {
  @TempDir Path folder;

  @Test
  void everyNumberTypeComesBack() throws IOException {
    Path path = folder.resolve("all.safetensors");
    List<TensorSpec> specs =
        List.of(NumberType.values()).stream().map(t -> new TensorSpec(t.name(), t, 2, 3)).toList();
    try (SafetensorsWriter writer = new SafetensorsWriter(path, specs, Map.of("made", "here"))) {
      for (TensorSpec spec : specs) {
        if (spec.type().isFloat()) {
          writer.floats(1, 0.5f, -2, 0, 96, 0.25f);
        } else {
          writer.longs(1, 0, 2, 3, 100, 127);
        }
      }
      writer.finish();
    }
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      assertEquals(Map.of("made", "here"), file.header().metadata());
      for (TensorSpec spec : specs) {
        assertEquals(spec, file.tensor(spec.name()).spec());
        float[] expected =
            spec.type().isFloat()
                ? new float[] {1, 0.5f, -2, 0, 96, 0.25f}
                : new float[] {1, 0, 2, 3, 100, 127};
        assertArrayEquals(expected, file.floats(spec.name()));
      }
      assertArrayEquals(new long[] {1, 0, 2, 3, 100, 127}, file.longs("I16"));
      assertThrows(WeightsException.class, () -> file.longs("F32"));
    }
  }

  @Test
  void aTensorLargerThanOneChunkComesBack(Random random) throws IOException {
    float[] values = new float[700_001];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat();
    }
    Path path = folder.resolve("big.safetensors");
    TensorSpec empty = new TensorSpec("empty", NumberType.F32, 0, 7);
    TensorSpec scalar = new TensorSpec("scalar", NumberType.I64);
    TensorSpec big = new TensorSpec("big", NumberType.F32, values.length);
    try (SafetensorsWriter writer = new SafetensorsWriter(path, List.of(empty, scalar, big))) {
      writer.longs(7).floats(values).finish();
    }
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      assertArrayEquals(values, file.floats("big"));
      assertArrayEquals(new long[] {7}, file.longs("scalar"));
      assertEquals(0, file.floats("empty").length);
      String message = assertThrows(WeightsException.class, () -> file.floats("nope")).getMessage();
      assertTrue(message.contains("nope") && message.contains("big, empty, scalar"), message);
    }
  }

  @Test
  void anUnfinishedFileLeavesNothingBehind() throws IOException {
    Path path = folder.resolve("half.safetensors");
    try (SafetensorsWriter writer =
        new SafetensorsWriter(path, List.of(new TensorSpec("x", NumberType.F32, 4)))) {
      writer.floats(1, 2);
      assertThrows(IllegalArgumentException.class, writer::finish);
    }
    assertFalse(Files.exists(path));
    try (var left = Files.list(folder)) {
      assertEquals(0, left.count());
    }
  }
}
