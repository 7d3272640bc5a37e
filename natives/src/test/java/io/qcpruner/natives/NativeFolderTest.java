package io.qcpruner.natives;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeFolderTest {
  private static final byte[] LIBRARY = "library".getBytes(StandardCharsets.US_ASCII);

  @TempDir Path temp;

  @Test
  void libraryIsWrittenOnceAndFoundAgain() throws IOException {
    NativeFolder folder = NativeFolder.at(temp.resolve("natives"));
    Path first = folder.unpack("liba.so", LIBRARY);
    assertArrayEquals(LIBRARY, Files.readAllBytes(first));
    FileTime longAgo = FileTime.fromMillis(1_000_000);
    Files.setLastModifiedTime(first, longAgo);
    assertEquals(first, folder.unpack("liba.so", LIBRARY));
    assertEquals(longAgo, Files.getLastModifiedTime(first));
    assertNotEquals(first, folder.unpack("liba.so", new byte[] {1}), "another version");
    try (Stream<Path> files = Files.list(first.getParent())) {
      assertEquals(List.of(first), files.toList(), "nothing half written is left");
    }
  }

  @Test
  void changedFileOfTheSameSizeIsReplaced() throws IOException {
    NativeFolder folder = NativeFolder.at(temp.resolve("natives"));
    Path file = folder.unpack("liba.so", LIBRARY);
    Files.writeString(file, "planted");
    assertArrayEquals(LIBRARY, Files.readAllBytes(folder.unpack("liba.so", LIBRARY)));
  }

  @Test
  void folderThatOthersCouldWriteToIsTakenFromThem() throws IOException {
    Path open = Files.createDirectory(temp.resolve("natives"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    NativeFolder folder = NativeFolder.at(open);
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())));
  }

  /** Whoever wrote a file may hold it open and change it after it was compared. */
  @Test
  void folderWithFilesOfOthersIsRefused() throws IOException {
    Path open = Files.createDirectory(temp.resolve("natives"));
    Files.writeString(open.resolve("planted"), "x");
    for (String rights : List.of("rwxrwxrwx", "rwx-w----")) {
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString(rights));
      IOException refused = assertThrows(IOException.class, () -> NativeFolder.at(open));
      assertTrue(refused.getMessage().contains("other users can write"), refused.getMessage());
    }
  }

  @Test
  void librariesThatNeedEachOtherShareAFolder() throws IOException {
    NativeFolder folder = NativeFolder.at(temp.resolve("natives"));
    Map<String, byte[]> both = Map.of("liba.so", LIBRARY, "libb.so", new byte[] {1});
    Path first = folder.unpack(both);
    assertArrayEquals(LIBRARY, Files.readAllBytes(first.resolve("liba.so")));
    Files.writeString(first.resolve("libb.so"), "p");
    assertEquals(first, folder.unpack(both));
    assertArrayEquals(new byte[] {1}, Files.readAllBytes(first.resolve("libb.so")));
    assertNotEquals(first, folder.unpack(Map.of("liba.so", LIBRARY, "libb.so", new byte[] {2})));
  }

  @Test
  void temporaryFoldersAreNewAndPrivate() throws IOException {
    NativeFolder one = NativeFolder.temporary();
    NativeFolder other = NativeFolder.temporary();
    assertNotEquals(one, other);
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(one.path())));
    Files.delete(one.path());
    Files.delete(other.path());
  }

  @Test
  void placeThatCannotBeMadeIsReplacedByATemporaryOne() throws IOException {
    Path file = Files.createFile(temp.resolve("file"));
    String before = System.getProperty(NativeFolder.PROPERTY);
    System.setProperty(NativeFolder.PROPERTY, file.resolve("natives").toString());
    try {
      Path found = NativeFolder.ofThisUser().path();
      assertTrue(Files.isDirectory(found) && !found.startsWith(temp), found.toString());
      assertEquals(found, NativeFolder.ofThisUser().path(), "one for the whole process");
      System.setProperty(NativeFolder.PROPERTY, temp.resolve("own").toString());
      assertEquals(temp.resolve("own"), NativeFolder.ofThisUser().path());
    } finally {
      if (before == null) {
        System.clearProperty(NativeFolder.PROPERTY);
      } else {
        System.setProperty(NativeFolder.PROPERTY, before);
      }
    }
    assertThrows(IOException.class, () -> NativeFolder.at(Path.of("/")));
  }
}
