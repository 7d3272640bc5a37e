package io.qcpruner.spark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A file that processes of a test write to, one line per event: {@code event pid}. */
record Journal(String file) {

  void add(String event) throws IOException {
    if (!file.isEmpty()) {
      Files.writeString(
          Path.of(file),
          event + " " + ProcessHandle.current().pid() + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }

  /** Adds an event unless it is already there; tells whether it was the first. */
  boolean first(String event) {
    try {
      if (!lines(event).isEmpty()) {
        return false;
      }
      add(event);
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> lines(String prefix) throws IOException {
    Path path = Path.of(file);
    return Files.exists(path)
        ? Files.readAllLines(path).stream().filter(line -> line.startsWith(prefix)).toList()
        : List.of();
  }
}
