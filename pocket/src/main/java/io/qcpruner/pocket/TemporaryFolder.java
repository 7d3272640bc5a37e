package io.qcpruner.pocket;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Folders with a name that nobody can guess and rights for their owner alone. */
final class TemporaryFolder {

  private TemporaryFolder() {}

  /** A folder that is deleted when the process ends. */
  static Path untilExit() throws IOException {
    Path folder = Files.createTempDirectory("qcpruner");
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  try {
                    delete(folder);
                  } catch (IOException e) {
                    throw new UncheckedIOException(folder + " could not be deleted", e);
                  }
                }));
    return folder;
  }

  /** Deletes a folder with all that is in it. */
  static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> found = Files.walk(folder)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.deleteIfExists(path);
    }
  }
}
