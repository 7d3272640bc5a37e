package io.qcpruner.natives;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
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

  /**
   * A folder below the cache that only its owner can enter. The cache itself is made with the same
   * rights, but one that is there stays as it is: it may be a folder of many uses.
   */
  public Path folder(String name) throws IOException {
    Path home = root.toAbsolutePath();
    Files.createDirectories(home.getParent());
    make(home);
    Path folder = home.resolve(name);
    make(folder);
    PosixFileAttributeView view = Files.getFileAttributeView(folder, PosixFileAttributeView.class);
    if (view != null) {
      requireOwn(folder, view.getOwner());
      view.setPermissions(OWNER_ONLY);
    }
    return folder;
  }

  private static void make(Path folder) throws IOException {
    try {
      Files.createDirectory(folder, ownerOnly(folder));
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      }
    }
  }

  /** Whoever owns a file that this process makes is its user, whatever the user is called. */
  private static void requireOwn(Path folder, UserPrincipal owner) throws IOException {
    Path probe = Files.createTempFile("qcpruner", ".probe");
    try {
      if (!Files.getOwner(probe).equals(owner)) {
        throw new IOException(
            folder + " belongs to " + owner + "; set QCPRUNER_CACHE to a folder of your own");
      }
    } finally {
      Files.delete(probe);
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
