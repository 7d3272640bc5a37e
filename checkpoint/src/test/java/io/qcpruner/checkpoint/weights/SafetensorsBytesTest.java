package io.qcpruner.checkpoint.weights;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Elements that are given as bytes, and headers of files in memory. */
class SafetensorsBytesTest {
  private static final TensorSpec A = new TensorSpec("a", NumberType.F32, 2);
  private static final TensorSpec NONE = new TensorSpec("none", NumberType.F32, 0);
  private static final TensorSpec B = new TensorSpec("b", NumberType.I16, 2);

  @TempDir Path folder;

  private static ByteBuffer floats(float... values) {
    ByteBuffer out = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      out.putFloat(value);
    }
    return out.flip();
  }

  @Test
  void bytesAndNumbersMayFollowEachOther() throws IOException {
    Path path = folder.resolve("t.safetensors");
    try (SafetensorsWriter writer = new SafetensorsWriter(path, List.of(A, NONE, B))) {
      writer.floats(1).bytes(floats(2)).bytes(ByteBuffer.allocate(0));
      writer.longs(3).bytes(ByteBuffer.wrap(new byte[] {4, 0})).finish();
    }
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      assertEquals(path, file.path());
      assertArrayEquals(new float[] {1, 2}, file.floats("a"));
      assertArrayEquals(new long[] {3, 4}, file.longs("b"));
      assertTrue(file.has("none"));
      assertFalse(file.has("c"));
      assertEquals(List.of("a", "none", "b"), List.copyOf(file.tensors().keySet()));
      assertEquals(0, file.header().dataStart() % 8);
    }
  }

  @ParameterizedTest
  @CsvSource({"3", "7", "12"})
  void bytesThatAreNoElementsAreRefused(int count) throws IOException {
    try (SafetensorsWriter writer = new SafetensorsWriter(folder.resolve("t"), List.of(A))) {
      assertEquals(
          count
              + " bytes are not a whole number of elements, or more than the declared tensors have left",
          assertThrows(
                  IllegalArgumentException.class, () -> writer.bytes(ByteBuffer.allocate(count)))
              .getMessage());
      writer.bytes(floats(1, 2));
      assertThrows(IllegalArgumentException.class, () -> writer.bytes(ByteBuffer.allocate(4)));
      assertEquals(
          "more elements than the declared tensors hold",
          assertThrows(IllegalArgumentException.class, () -> writer.floats(1)).getMessage());
    }
  }

  @Test
  void whatIsMissingAtTheEndIsNamed() throws IOException {
    try (SafetensorsWriter writer = new SafetensorsWriter(folder.resolve("t"), List.of(A, B))) {
      writer.floats(1, 2).longs(3);
      assertEquals(
          "tensor b I16[2] still lacks 1 elements",
          assertThrows(IllegalArgumentException.class, writer::finish).getMessage());
    }
    assertEquals(
        "two tensors of one name: [a F32[2], a F32[2]]",
        assertThrows(
                IllegalArgumentException.class,
                () -> new SafetensorsWriter(folder.resolve("t"), List.of(A, A)))
            .getMessage());
  }

  /** Numbers given as the other kind are converted. */
  @Test
  void numbersAreConverted() throws IOException {
    Path path = folder.resolve("t.safetensors");
    List<TensorSpec> specs =
        List.of(
            new TensorSpec("f", NumberType.F32, 1),
            new TensorSpec("i", NumberType.I32, 1),
            new TensorSpec("u", NumberType.U8, 2));
    try (SafetensorsWriter writer = new SafetensorsWriter(path, specs)) {
      writer.longs(7).floats(5.9f).longs(255, 1).finish();
    }
    try (SafetensorsFile file = SafetensorsFile.open(path)) {
      assertArrayEquals(new float[] {7}, file.floats("f"));
      assertArrayEquals(new long[] {5}, file.longs("i"));
      assertArrayEquals(new long[] {255, 1}, file.longs("u"));
      assertEquals(
          path + ": tensor f holds F32, integers are needed",
          assertThrows(WeightsException.class, () -> file.longs("f")).getMessage());
    }
  }

  @Test
  void headersInMemoryAreCheckedAsThoseOfFiles() throws IOException {
    Path path = folder.resolve("t.safetensors");
    try (SafetensorsWriter writer =
        new SafetensorsWriter(path, List.of(A), Map.of("made", "here"))) {
      writer.floats(1, 2).finish();
    }
    byte[] bytes = Files.readAllBytes(path);
    SafetensorsHeader header = SafetensorsHeader.of(ByteBuffer.wrap(bytes), "f");
    assertEquals(A, header.tensors().get("a").spec());
    assertEquals(bytes.length - 8, header.dataStart());
    assertEquals(Map.of("made", "here"), header.metadata());
    assertRefused("f: only 7 bytes, too short for safetensors", new byte[7]);
    assertRefused(
        "f: header length 0 at offset 0 can't be right in a file of 8 bytes", new byte[8]);
    assertRefused(
        "f: header length 3 at offset 0 can't be right in a file of 10 bytes",
        new byte[] {3, 0, 0, 0, 0, 0, 0, 0, '{', '}'});
    byte[] empty = {2, 0, 0, 0, 0, 0, 0, 0, '{', '}'};
    assertEquals(Map.of(), SafetensorsHeader.of(ByteBuffer.wrap(empty), "f").tensors());
  }

  private static void assertRefused(String message, byte[] file) {
    assertEquals(
        message,
        assertThrows(WeightsException.class, () -> SafetensorsHeader.of(ByteBuffer.wrap(file), "f"))
            .getMessage());
  }
}
