package io.qcpruner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/** The files that both launchers share. */
final class LaunchFolder {
  static final Path SOURCE = Path.of("src/main/launch");

  private LaunchFolder() {}

  static void copyTo(Path target) throws IOException {
    try (Stream<Path> files = Files.walk(SOURCE)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = target.resolve(SOURCE.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }
}
