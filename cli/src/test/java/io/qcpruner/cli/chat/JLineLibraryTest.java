package io.qcpruner.cli.chat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jline.nativ.JLineNativeLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JLineLibraryTest {
  @TempDir Path temp;

  @Test
  void libraryOfTheTerminalComesFromTheUsersFolder() throws Exception {
    Path temporary = Files.createDirectory(temp.resolve("tmp"));
    Path natives = temp.resolve("natives");
    Path out = temp.resolve("out");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dqcpruner.natives.folder=" + natives,
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Loads.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    assertEquals(0, process.waitFor(), Files.readString(out));
    assertTrue(Files.readString(out).startsWith(natives.toString()), Files.readString(out));
    try (Stream<Path> files = Files.list(temporary)) {
      assertEquals(List.of(), files.toList());
    }
  }

  /** A program that needs JLine's library. */
  static final class Loads {
    private Loads() {}

    public static void main(String[] args) throws IOException {
      JLineLibrary.unpack();
      JLineNativeLoader.initialize();
      System.out.println(JLineNativeLoader.getNativeLibraryPath());
    }
  }
}
