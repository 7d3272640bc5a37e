package io.qcpruner.natives;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** Compares unpacked files with the jars on a class path. */
final class JarContents {
  /** What a file turned out to be. */
  enum Verdict {
    /** The jar has this content in the same folder. */
    SAME,
    /** The jar is there and has no such content: the file is damaged or was planted. */
    OTHER,
    /** The jar is not on the class path, so nothing loads the file. */
    NO_JAR
  }

  private final ClassLoader loader;

  JarContents(ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * Compares a file with the entries of its jar's folder: a library may be unpacked under another
   * name than it has in the jar, never from another folder.
   *
   * @param jarName file name of the jar
   * @param folder in the jar, with slashes
   */
  Verdict compare(Path file, String jarName, String folder) throws IOException {
    Optional<JarFile> jar = jar(jarName, folder, file.getFileName().toString());
    if (jar.isEmpty()) {
      return Verdict.NO_JAR;
    }
    long size = Files.size(file);
    List<JarEntry> candidates =
        jar.get().stream()
            .filter(entry -> entry.getSize() == size && !entry.isDirectory())
            .filter(entry -> parent(entry.getName()).equals(folder))
            .toList();
    byte[] digest = candidates.isEmpty() ? null : Digests.of(Files.newInputStream(file));
    for (JarEntry candidate : candidates) {
      if (Arrays.equals(digest, Digests.of(jar.get().getInputStream(candidate)))) {
        return Verdict.SAME;
      }
    }
    return Verdict.OTHER;
  }

  private static String parent(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('/')));
  }

  /** Some jars have no entries for folders; then the file itself must be found in one. */
  private Optional<JarFile> jar(String name, String folder, String file) throws IOException {
    for (String entry : List.of(folder, folder + "/" + file)) {
      for (URL url : Collections.list(loader.getResources(entry))) {
        if (url.openConnection() instanceof JarURLConnection connection) {
          JarFile jar = connection.getJarFile();
          if (Path.of(jar.getName()).getFileName().toString().equals(name)) {
            return Optional.of(jar);
          }
        }
      }
    }
    return Optional.empty();
  }
}
