package io.qcpruner.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserCacheTest {

  @TempDir Path home;

  @Test
  void placeComesFromTheEnvironment() {
    assertEquals(home.resolve(".cache/qcpruner"), UserCache.of(Map.of(), home).root());
    assertEquals(Path.of("x/qcpruner"), UserCache.of(Map.of("XDG_CACHE_HOME", "x"), home).root());
    assertEquals(
        Path.of("y"),
        UserCache.of(Map.of("XDG_CACHE_HOME", "x", "QCPRUNER_CACHE", "y"), home).root());
  }

  @Test
  void foldersAreTheOwnersAlone() throws IOException {
    Path folder = UserCache.of(Map.of(), home).folder("pocket");
    assertEquals("rwx------", rights(folder));
    assertEquals("rwx------", rights(folder.getParent()));
  }

  @Test
  void rightsOfOthersAreTakenAwayBelowTheCacheOnly() throws IOException {
    Path root = Files.createDirectory(home.resolve("shared"));
    Path open = Files.createDirectory(root.resolve("pocket"));
    for (Path each : new Path[] {root, open}) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxrwxrwx"));
    }
    assertEquals("rwx------", rights(new UserCache(root).folder("pocket")));
    assertEquals("rwxrwxrwx", rights(root));
  }

  @Test
  void fileInThePlaceOfTheFolderIsAnError() throws IOException {
    Path root = Files.createFile(home.resolve("file"));
    assertThrows(IOException.class, () -> new UserCache(root).folder("pocket"));
  }

  private static String rights(Path folder) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder));
  }
}
