package io.qcpruner.checkpoint.weights;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderDigestTest {
  private static final int LARGE = 3 << 20;

  @TempDir private Path folder;
  private String before;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(folder.resolve("config.json"), "{}");
    Files.write(folder.resolve("weights"), new byte[LARGE]);
    before = FolderDigest.of(folder);
    assertEquals(64, before.length());
    assertEquals(before, FolderDigest.of(folder));
  }

  private void change(int at) throws IOException {
    byte[] bytes = new byte[LARGE];
    bytes[at] = 1;
    Files.write(folder.resolve("weights"), bytes);
  }

  @Test
  void bothEndsOfALargeFileCount() throws IOException {
    change(0);
    String first = FolderDigest.of(folder);
    change(LARGE - 1);
    String last = FolderDigest.of(folder);
    assertNotEquals(before, first);
    assertNotEquals(before, last);
    assertNotEquals(first, last);
  }

  /** Said so, because reading 14 GB before every run would cost more than it tells. */
  @Test
  void theMiddleOfALargeFileDoesNot() throws IOException {
    change(LARGE / 2);
    assertEquals(before, FolderDigest.of(folder));
  }

  @Test
  void namesAndSizesCount() throws IOException {
    Files.write(folder.resolve("weights"), new byte[LARGE + 1]);
    assertNotEquals(before, FolderDigest.of(folder));
    write();
    Files.move(folder.resolve("weights"), folder.resolve("weights2"));
    assertNotEquals(before, FolderDigest.of(folder));
  }

  @Test
  void emptyFilesAndFoldersInsideAreNoProblem() throws IOException {
    Files.createDirectory(folder.resolve("clip"));
    assertEquals(before, FolderDigest.of(folder));
    Files.createFile(folder.resolve("empty"));
    assertNotEquals(before, FolderDigest.of(folder));
  }
}
