package io.qcpruner.checkpoint.hub;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

/**
 * The user's own folder for files that can be made again. Nobody else may write there, so that what
 * is found in it was put there by the same user.
 *
 * @param root the folder; it is made when it is first needed
 */
public record UserCache(Path root) {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  /** The folder of this process's user. */
  public static UserCache ofThisUser() {
    return of(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  /** {@code QCPRUNER_CACHE}, or {@code qcpruner} below XDG_CACHE_HOME or {@code ~/.cache}. */
  public static UserCache of(Map<String, String> environment, Path home) {
    String own = environment.getOrDefault("QCPRUNER_CACHE", "");
    if (!own.isEmpty()) {
      return new UserCache(Path.of(own));
    }
    String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path caches = shared.isEmpty() ? home.resolve(".cache") : Path.of(shared);
    return new UserCache(caches.resolve("qcpruner"));
  }

  /** A folder below the cache that only its owner can enter; refused if somebody else owns it. */
  public Path folder(String name) throws IOException {
    ownFolder(root);
    return ownFolder(root.resolve(name));
  }

  /** Makes a folder with owner-only rights, or checks the one that is there. */
  public static Path ownFolder(Path folder) throws IOException {
    if (folder.toAbsolutePath().getParent() != null) {
      Files.createDirectories(folder.toAbsolutePath().getParent());
    }
    if (!Files.exists(folder)) {
      try {
        Files.createDirectory(folder, ownerOnly(folder));
      } catch (java.nio.file.FileAlreadyExistsException e) {
        // another process of this user was faster; it is checked below like any other
        if (!Files.isDirectory(folder)) {
          throw e;
        }
      }
    }
    PosixFileAttributeView view = Files.getFileAttributeView(folder, PosixFileAttributeView.class);
    if (view == null) {
      return folder;
    }
    var found = view.readAttributes();
    String owner = found.owner().getName();
    boolean ours =
        owner.equals(System.getProperty("user.name")) || canChange(view, found.permissions());
    if (!ours) {
      throw new IOException(
          folder + " belongs to " + owner + "; set QCPRUNER_CACHE to a folder of your own");
    }
    if (!found.permissions().equals(OWNER_ONLY)) {
      view.setPermissions(OWNER_ONLY);
    }
    return folder;
  }

  /** Only the owner of a file (and root) may set its rights, whatever the user is called. */
  private static boolean canChange(PosixFileAttributeView view, Set<PosixFilePermission> same) {
    try {
      view.setPermissions(same);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Rights for a new folder: the owner's alone where the file system knows rights. */
  public static FileAttribute<?>[] ownerOnly(Path near) throws IOException {
    Path parent = near.toAbsolutePath().getParent();
    boolean posix =
        Files.getFileStore(parent).supportsFileAttributeView(PosixFileAttributeView.class);
    return posix
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
        : new FileAttribute<?>[0];
  }
}
