package io.qcpruner.pocket;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that is started without options of ours, and has no provider of SLF4J. */
class QuietLibraryTest {
  @TempDir Path folder;

  @Test
  void nothingIsWarnedOf() throws Exception {
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                PlainProgram.class.getName())
            .redirectError(err.toFile())
            .start();
    String out = new String(process.getInputStream().readAllBytes());
    assertEquals(0, process.waitFor(), () -> read(err).toString());
    assertEquals("9", out.strip());
    // the JVM's own warnings of later versions are not ours
    List<String> lines = read(err);
    assertEquals(List.of(), lines.stream().filter(line -> !isOfTheJvm(line)).toList());
  }

  private static boolean isOfTheJvm(String line) {
    return line.startsWith("WARNING: ") && !line.contains("kernels");
  }

  private static List<String> read(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
