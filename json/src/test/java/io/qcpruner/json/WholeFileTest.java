package io.qcpruner.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {

  @TempDir Path folder;

  @Test
  void anOlderFileIsReplacedAndNothingElseIsLeft() throws IOException {
    Path file = folder.resolve("page.html");
    WholeFile.write(file, "first");
    WholeFile.write(file, "zweite \u00fc");
    assertEquals("zweite \u00fc", Files.readString(file));
    assertEquals(List.of(file), left());
  }

  @Test
  void whatCannotBeReplacedIsRefusedAndStays() throws IOException {
    Path inside = Files.createDirectory(folder.resolve("inside"));
    assertRefused(inside, "is a folder");
    assertRefused(folder.resolve("none").resolve("page.html"), "its folder does not exist");
    FileSystemException e =
        assertThrows(FileSystemException.class, () -> WholeFile.write(Path.of(""), "text"));
    assertEquals("\"\": is not a file name", e.getMessage());
    assertRefused(Path.of("/"), "is not a file name");
    assertEquals(List.of(inside), left());
  }

  /** A link, so that a program without this check would replace the link and not the device. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aDeviceIsNotReplaced() throws IOException {
    Path device = Files.createSymbolicLink(folder.resolve("device"), Path.of("/dev/null"));
    assertRefused(device, "is not a regular file");
    assertTrue(Files.isSymbolicLink(device));
  }

  private static void assertRefused(Path file, String reason) {
    FileSystemException e =
        assertThrows(FileSystemException.class, () -> WholeFile.write(file, "text"));
    assertEquals(reason, e.getReason());
    assertEquals(file.toString(), e.getFile());
  }

  @Test
  void failuresThatNameTheirFileStayAsTheyAre() {
    IOException known = new NoSuchFileException("x");
    assertSame(known, WholeFile.named(folder, known));
  }

  /** A process whose files can't grow: its writes fail as on a full disk. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskIsToldWithTheNameAndTheOldFileStays() throws Exception {
    Path file = folder.resolve("page.html");
    WholeFile.write(file, "first");
    Process process =
        new ProcessBuilder(
                "bash",
                "-c",
                "ulimit -f 4; exec \"$@\"",
                "bash",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                Writing.class.getName(),
                file.toString())
            .redirectErrorStream(true)
            .start();
    String told =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertEquals(0, process.waitFor(), told);
    assertTrue(told.startsWith(file + ": "), told);
    assertEquals("first", Files.readString(file));
    assertEquals(List.of(file), left());
  }

  /** Writes more than it may, and prints why it could not. */
  static final class Writing {
    public static void main(String[] args) {
      IOException e =
          assertThrows(
              IOException.class, () -> WholeFile.write(Path.of(args[0]), "x".repeat(100_000)));
      System.out.println(e.getMessage());
    }
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
