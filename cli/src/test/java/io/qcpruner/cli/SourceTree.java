package io.qcpruner.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The main sources of the checkout that the tests run in. */
final class SourceTree {
  /** Tests run in the folder of their module. */
  static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private SourceTree() {}

  /** Source files of a module. */
  static List<Path> sources(String module) throws IOException {
    return files(ROOT.resolve(module).resolve("src/main/java"));
  }

  /** Folders with sources, of all modules. */
  static List<Path> packages() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .flatMap(folder -> uncheckedFiles(folder).stream())
          .map(Path::getParent)
          .distinct()
          .sorted()
          .toList();
    }
  }

  /** Service files of all modules. */
  static List<Path> services() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .map(module -> module.resolve("src/main/resources/META-INF/services"))
          .filter(Files::isDirectory)
          .flatMap(folder -> Stream.of(folder.toFile().listFiles()))
          .map(java.io.File::toPath)
          .sorted()
          .toList();
    }
  }

  private static List<Path> uncheckedFiles(Path folder) {
    try {
      return files(folder);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> path.toString().endsWith(".java")).sorted().toList();
    }
  }
}
