package io.qcpruner.eval.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The largest resident memory of this process, where the system tells it. */
final class PeakMemory {

  private static final Path STATUS = Path.of("/proc/self/status");

  private PeakMemory() {}

  /** Bytes, or 0 if unknown. */
  static long bytes() {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith("VmHWM:")) {
          return 1024 * Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
    } catch (IOException | NumberFormatException e) {
      // not Linux: the table leaves the cell empty
      return 0;
    }
    return 0;
  }
}
