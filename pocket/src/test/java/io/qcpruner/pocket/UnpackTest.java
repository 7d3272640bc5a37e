package io.qcpruner.pocket;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.natives.UserCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the embedded model is unpacked, and what is trusted there. */
class UnpackTest {

  private static final String WEIGHTS = "model.safetensors";

  @TempDir Path folder;

  @Test
  void zeroedWeightsOfTheSameSizeAreReplaced() throws IOException {
    Path model = PocketModel.unpackInto(new UserCache(folder.resolve("cache")));
    byte[] right = Files.readAllBytes(model.resolve(WEIGHTS));
    Files.write(model.resolve(WEIGHTS), new byte[right.length]);
    assertEquals(model, PocketModel.unpackInto(new UserCache(folder.resolve("cache"))));
    assertArrayEquals(right, Files.readAllBytes(model.resolve(WEIGHTS)));
  }

  @Test
  void linkToAnotherFileIsReplaced() throws IOException {
    Path model = PocketModel.unpack(folder.resolve("model"));
    Path elsewhere = folder.resolve("elsewhere");
    Files.move(model.resolve(WEIGHTS), elsewhere);
    Files.createSymbolicLink(model.resolve(WEIGHTS), elsewhere);
    PocketModel.unpack(model);
    assertFalse(Files.isSymbolicLink(model.resolve(WEIGHTS)));
  }

  @Test
  void onlyTheOwnerCanEnter() throws IOException {
    Path model = PocketModel.unpackInto(new UserCache(folder.resolve("cache")));
    assertTrue(model.startsWith(folder.resolve("cache/pocket")), model.toString());
    for (Path each : List.of(model, model.getParent(), model.getParent().getParent())) {
      assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(each)));
    }
  }

  @Test
  void cacheThatCannotBeMadeIsReplacedByAFolderOfThisProcess() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Path model = PocketModel.unpackInto(new UserCache(file));
    assertTrue(Files.isRegularFile(model.resolve(WEIGHTS)));
    assertFalse(model.startsWith(folder));
    TemporaryFolder.delete(model.getParent());
  }

  @Test
  void processesMayUnpackAtOnce() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(start(folder.resolve("cache")));
    }
    for (Process process : processes) {
      assertEquals(0, process.waitFor());
    }
    try (Stream<Path> left = Files.list(folder.resolve("cache/pocket"))) {
      assertEquals(1, left.count(), "half-made folders are left");
    }
  }

  private static Process start(Path cache) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            classPath,
            UnpackProcess.class.getName(),
            cache.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
