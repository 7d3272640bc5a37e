package io.qcpruner.natives;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

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
      return at(
          wanted.isEmpty() ? UserCache.ofThisUser().root().resolve("natives") : Path.of(wanted));
    } catch (IOException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "native libraries are unpacked to a temporary folder at each start, because {0}; name a"
              + " folder of your own with -D{1}=DIR or QCPRUNER_NATIVES",
          e,
          PROPERTY);
      return Private.FOLDER.orElseThrow(() -> e);
    }
  }

  /** The temporary folder of this process, made when it is first needed. */
  private static final class Private {
    static final Optional<NativeFolder> FOLDER = make();

    private static Optional<NativeFolder> make() {
      try {
        return Optional.of(temporary());
      } catch (IOException e) {
        LOG.log(System.Logger.Level.WARNING, "no temporary folder can be made", e);
        return Optional.empty();
      }
    }
  }

  /**
   * That folder, made or closed to everybody else. One with files to which others could write is
   * refused: they may still hold them open.
   */
  public static NativeFolder at(Path folder) throws IOException {
    Path absolute = folder.toAbsolutePath().normalize();
    if (absolute.getParent() == null) {
      throw new IOException(folder + " does not belong to this user alone");
    }
    if (isOpenToOthers(absolute) && !isEmpty(absolute)) {
      throw new IOException(
          folder + " holds files and other users can write to it; delete it or name another");
    }
    return new NativeFolder(
        new UserCache(absolute.getParent()).folder(absolute.getFileName().toString()));
  }

  private static boolean isOpenToOthers(Path folder) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(folder, PosixFileAttributeView.class);
    if (view == null || !Files.exists(folder)) {
      return false;
    }
    Set<PosixFilePermission> rights = view.readAttributes().permissions();
    return rights.contains(PosixFilePermission.GROUP_WRITE)
        || rights.contains(PosixFilePermission.OTHERS_WRITE);
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  /** A new folder that is deleted with the process, where the system lets it. */
  public static NativeFolder temporary() throws IOException {
    Path folder = Files.createTempDirectory("qcpruner-natives"); // the JDK gives it to the owner
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(folder)));
    return new NativeFolder(folder);
  }

  /** Systems that keep a loaded library's name keep the folder too. */
  private static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "{0} could not be deleted: {1}", folder, e);
    }
  }

  /**
   * The file of a library with exactly that content: it is written if it is not there, and written
   * anew if it has been changed.
   *
   * @param name of the file, such as {@code libname.so}
   */
  public Path unpack(String name, byte[] content) throws IOException {
    byte[] digest = sha256(content);
    return write(path.resolve(name(digest)), name, content, digest);
  }

  /**
   * A folder with exactly these libraries, which find each other by their names.
   *
   * @param libraries contents by file name
   */
  public Path unpack(Map<String, byte[]> libraries) throws IOException {
    ByteArrayOutputStream digests = new ByteArrayOutputStream();
    for (Map.Entry<String, byte[]> library : new TreeMap<>(libraries).entrySet()) {
      digests.write(library.getKey().getBytes(StandardCharsets.UTF_8));
      digests.write(sha256(library.getValue()));
    }
    Path folder = path.resolve(name(sha256(digests.toByteArray())));
    for (Map.Entry<String, byte[]> library : libraries.entrySet()) {
      write(folder, library.getKey(), library.getValue(), sha256(library.getValue()));
    }
    return folder;
  }

  private static String name(byte[] digest) {
    return HexFormat.of().formatHex(digest, 0, 8);
  }

  private static Path write(Path folder, String name, byte[] content, byte[] digest)
      throws IOException {
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
    return Digests.sha256().digest(content);
  }
}
