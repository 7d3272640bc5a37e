package io.qcpruner.eval.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AppendFileTest {
  @TempDir private Path folder;

  private static byte[] line(String text) {
    return (text + "\n").getBytes(StandardCharsets.UTF_8);
  }

  /** When one worker fails, the others are interrupted wherever they are. */
  @Test
  void anInterruptedThreadCanStillWriteAndCut() throws IOException {
    Path path = folder.resolve("records");
    try (AppendFile file = AppendFile.open(path)) {
      file.append(line("one"));
      Thread.currentThread().interrupt();
      file.append(line("two"));
      file.truncate(4);
      assertTrue(Thread.interrupted(), "the interrupt is left to its owner");
      file.append(line("three"));
    }
    assertEquals("one\nthree\n", Files.readString(path));
  }
}
