package io.qcpruner.natives;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFolderCheckTest {
  @TempDir Path temp;

  @Test
  void folderInWhichOthersCanReplaceFilesIsRefused() throws IOException {
    Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxrwxrwx"));
    IOException refused =
        assertThrows(IOException.class, () -> TemporaryFolderCheck.requireSafe(temp));
    assertTrue(refused.getMessage().contains("java.io.tmpdir"), refused.getMessage());
    Files.setAttribute(temp, "unix:mode", 01777);
    TemporaryFolderCheck.requireSafe(temp);
    Files.setAttribute(temp, "unix:mode", 0755);
    TemporaryFolderCheck.requireSafe(temp);
    TemporaryFolderCheck.requireSafe();
  }
}
