package io.qcpruner.natives;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A folder for native libraries that nobody but the user can write to. A library lies below the
 * SHA-256 digest of its content, so that versions do not meet, processes share what is there, and a
 * file that is in use never has to be replaced.
 *
 * @param path of the folder; only its owner can enter it
 */
public record NativeFolder(Path path) {
  /** The setting for another place: a system property, or QCPRUNER_NATIVES in the environment. */
  public static final String PROPERTY = "qcpruner.natives.folder";

  private static final System.Logger LOG = System.getLogger(NativeFolder.class.getName());

  /**
   * The folder of the setting, or {@code natives} in the user's cache. Where that can't be made or
   * belongs to somebody else, a new temporary folder: never one that others could have prepared.
   */
  public static NativeFolder ofThisUser() throws IOException {
    String wanted =
        System.getProperty(PROPERTY, System.getenv().getOrDefault("QCPRUNER_NATIVES", ""));
    try {
      return wanted.isEmpty()
          ? new NativeFolder(UserCache.ofThisUser().folder("natives"))
          : at(Path.of(wanted));
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "native libraries are unpacked to a temporary folder at each start, because {0}; name a"
              + " folder of your own with -D{1}=DIR or QCPRUNER_NATIVES",
          e,
          PROPERTY);
      return temporary();
    }
  }

  /** That folder, made or taken from everybody else. */
  public static NativeFolder at(Path folder) throws IOException {
    Path absolute = folder.toAbsolutePath().normalize();
    if (absolute.getParent() == null) {
      throw new IOException(folder + " is no folder of one's own");
    }
    return new NativeFolder(
        new UserCache(absolute.getParent()).folder(absolute.getFileName().toString()));
  }

  /** A new folder that is deleted with the process, where the system lets it. */
  public static NativeFolder temporary() throws IOException {
    Path folder = Files.createTempDirectory("qcpruner-natives"); // the JDK gives it to the owner
    folder.toFile().deleteOnExit();
    return new NativeFolder(folder);
  }

  /**
   * The file of a library with exactly that content: it is written if it is not there, and written
   * anew if it has been changed.
   *
   * @param name of the file, such as {@code libname.so}
   */
  public Path unpack(String name, byte[] content) throws IOException {
    byte[] digest = sha256(content);
    Path folder = path.resolve(HexFormat.of().formatHex(digest, 0, 8));
    Path file = folder.resolve(name);
    if (Files.isRegularFile(file) && Arrays.equals(digest, sha256(Files.readAllBytes(file)))) {
      return file;
    }
    Files.createDirectories(folder);
    Path made = Files.createTempFile(folder, name, ".part");
    try {
      Files.write(made, content);
      Files.move(made, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(made);
    }
    if (!Arrays.equals(digest, sha256(Files.readAllBytes(file)))) {
      throw new IOException(file + " is not what was written to it");
    }
    return file;
  }

  private static byte[] sha256(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
