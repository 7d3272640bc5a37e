package io.qcpruner.checkpoint.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Places that can't be written; what is written is read back in {@link SafetensorsFileTest}. */
class SafetensorsWriterTest {
  private static final List<TensorSpec> SMALL =
      List.of(new TensorSpec("a", NumberType.F32, new long[] {3}));

  @TempDir Path folder;

  @Test
  void aFolderIsNotReplaced() throws IOException {
    Path inside = Files.createDirectory(folder.resolve("inside"));
    FileSystemException e =
        assertThrows(FileSystemException.class, () -> new SafetensorsWriter(inside, SMALL));
    assertEquals(inside + ": is a folder", e.getMessage());
    assertTrue(Files.isDirectory(inside));
    assertEquals(List.of(inside), left());
  }

  /** The part beside the target lies on a device that is always full. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsNamedAndLeavesNothing() throws IOException {
    Path file = folder.resolve("t.safetensors");
    Files.createSymbolicLink(folder.resolve("t.safetensors.part"), Path.of("/dev/full"));
    FileSystemException e =
        assertThrows(FileSystemException.class, () -> new SafetensorsWriter(file, SMALL));
    assertEquals(file.toString(), e.getFile());
    assertTrue(e.getReason().contains("No space left"), e.getReason());
    assertEquals(List.of(), left());
  }

  /** The part beside the target is a pipe whose reader leaves after the header. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFailureInTheMiddleIsNamed() throws Exception {
    Path file = folder.resolve("t.safetensors");
    Path pipe = folder.resolve("t.safetensors.part");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    Process reader = new ProcessBuilder("head", "-c", "8", pipe.toString()).start();
    List<TensorSpec> large = List.of(new TensorSpec("a", NumberType.U8, new long[] {1 << 20}));
    FileSystemException e =
        assertThrows(
            FileSystemException.class,
            () -> {
              try (SafetensorsWriter writer = new SafetensorsWriter(file, large)) {
                reader.waitFor();
                writer.bytes(ByteBuffer.allocate(1 << 20));
              }
            });
    assertEquals(file.toString(), e.getFile());
    assertEquals(List.of(), left());
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
