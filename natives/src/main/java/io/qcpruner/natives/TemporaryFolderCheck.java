package io.qcpruner.natives;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The JVM's folder for temporary files, for libraries that unpack themselves there under a random
 * name and nowhere else.
 */
public final class TemporaryFolderCheck {
  private static final int STICKY = 01000;
  private static final int WRITABLE_BY_OTHERS = 0022;

  private TemporaryFolderCheck() {}

  /** Refuses a folder in which another user could put a file in the place of ours. */
  public static void requireSafe() throws IOException {
    requireSafe(Path.of(System.getProperty("java.io.tmpdir")));
  }

  static void requireSafe(Path folder) throws IOException {
    if (!Files.getFileStore(folder).supportsFileAttributeView("unix")) {
      return; // temporary folders of Windows belong to one user
    }
    Map<String, Object> facts = Files.readAttributes(folder, "unix:mode,uid");
    int mode = (int) facts.get("mode");
    int owner = (int) facts.get("uid");
    boolean shared = (mode & WRITABLE_BY_OTHERS) != 0 && (mode & STICKY) == 0;
    if (shared || (owner != 0 && owner != ownUser())) {
      throw new IOException(
          "other users can replace files in %s; name a folder of your own with".formatted(folder)
              + " -Djava.io.tmpdir=DIR, or set its sticky bit (chmod +t)");
    }
  }

  private static int ownUser() throws IOException {
    Path probe = Files.createTempFile("qcpruner", ".probe");
    try {
      return (int) Files.getAttribute(probe, "unix:uid");
    } finally {
      Files.delete(probe);
    }
  }
}
