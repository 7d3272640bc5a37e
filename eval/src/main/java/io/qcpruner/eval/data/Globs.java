package io.qcpruner.eval.data;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** File patterns of a manifest, relative to the data root and never outside of it. */
final class Globs {

  private Globs() {}

  /** All files of the patterns; shards of one pattern in name order. */
  static List<Path> resolve(Path root, List<String> patterns) throws DataException {
    List<Path> files = new ArrayList<>();
    for (String pattern : patterns) {
      files.addAll(resolve(root, pattern));
    }
    return files;
  }

  /** The path under the root that a manifest names. */
  static Path inside(Path root, String relative) throws DataException {
    try {
      Path path = root.resolve(relative).normalize();
      if (path.toAbsolutePath().normalize().startsWith(root.toAbsolutePath().normalize())) {
        return path;
      }
    } catch (InvalidPathException e) {
      throw new DataException(relative.replace('\0', '?'), "is not a file name", e);
    }
    throw new DataException(relative, "leaves the data folder");
  }

  private static List<Path> resolve(Path root, String pattern) throws DataException {
    int slash = pattern.lastIndexOf('/');
    Path folder = slash < 0 ? root : inside(root, pattern.substring(0, slash));
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(folder, pattern.substring(slash + 1))) {
      found.forEach(files::add);
    } catch (IOException e) {
      throw Json.unreadable(folder, e);
    }
    files.sort(Comparator.comparing(path -> path.getFileName().toString()));
    return files;
  }
}
