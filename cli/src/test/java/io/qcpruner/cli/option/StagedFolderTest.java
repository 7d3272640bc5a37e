package io.qcpruner.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagedFolderTest {

  @TempDir Path folder;

  @Test
  void nothingAppearsBeforeItIsPublished() throws IOException {
    Path out = folder.resolve("out");
    try (StagedFolder staged = new StagedFolder(out)) {
      Files.createDirectories(staged.folder().resolve("deep"));
      Files.writeString(staged.folder().resolve("deep/a"), "new");
      assertFalse(Files.exists(out));
      staged.publish();
    }
    assertEquals("new", Files.readString(out.resolve("deep/a")));
    assertEquals(List.of(out), left());
  }

  @Test
  void failedCommandLeavesAnOlderResultAlone() throws IOException {
    Path out = Files.createDirectory(folder.resolve("out"));
    Files.writeString(out.resolve("a"), "old");
    Files.writeString(out.resolve("b"), "kept");
    try (StagedFolder staged = new StagedFolder(out)) {
      Files.writeString(staged.folder().resolve("a"), "half");
    }
    assertEquals("old", Files.readString(out.resolve("a")));
    try (StagedFolder staged = new StagedFolder(out)) {
      Files.writeString(staged.folder().resolve("a"), "new");
      staged.publish();
    }
    assertEquals("new", Files.readString(out.resolve("a")));
    assertEquals("kept", Files.readString(out.resolve("b")));
    assertEquals(List.of(out), left());
  }

  @Test
  void fileInThePlaceOfTheFolderIsAnError() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThrows(IOException.class, () -> new StagedFolder(file));
    assertEquals(List.of(file), left());
  }

  @Test
  void failureNamesTheFolderThatWasAskedFor() throws IOException {
    Path out = folder.resolve("out");
    try (StagedFolder staged = new StagedFolder(out)) {
      IOException full = new IOException(staged.folder().resolve("a") + ": No space left");
      assertEquals(out.resolve("a") + ": No space left", staged.inTarget(full).getMessage());
      IOException other = new IOException("x");
      assertEquals(other, staged.inTarget(other));
    }
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
