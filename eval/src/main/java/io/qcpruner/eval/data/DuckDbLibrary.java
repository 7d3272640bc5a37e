package io.qcpruner.eval.data;

import io.qcpruner.natives.TemporaryFolderCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The native library that DuckDB unpacks to the temporary folder, 57 MB for every process, as a new
 * file with a random name. DuckDB deletes it when the process ends; one that is killed would leave
 * it. A loaded library needs its name no more, so the name is taken away at once where the system
 * allows that.
 */
final class DuckDbLibrary {

  private static final Path MAPS = Path.of("/proc/self/maps");
  private static final String NAME = "libduckdb_java";

  private DuckDbLibrary() {}

  /**
   * DuckDB can't be told another folder: nobody else may be able to replace the file in this one.
   */
  static void requireSafeFolder() throws IOException {
    TemporaryFolderCheck.requireSafe();
  }

  /** Deletes the unpacked copy that this process has loaded; systems without /proc keep it. */
  static void forgetFile() throws IOException {
    for (Path file : loaded()) {
      Files.deleteIfExists(file);
    }
  }

  /** Copies in the temporary folder that this process has loaded. */
  static List<Path> loaded() throws IOException {
    if (!Files.isReadable(MAPS)) {
      return List.of();
    }
    Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
    return Files.readAllLines(MAPS).stream()
        .filter(line -> line.contains(NAME) && line.endsWith(".so"))
        .map(line -> Path.of(line.substring(line.indexOf('/'))))
        .filter(file -> file.startsWith(temporary))
        .distinct()
        .toList();
  }
}
