package io.qcpruner.eval.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The largest resident memory of this process since the last restart, where the system tells it.
 */
final class PeakMemory {

  private static final System.Logger LOG = System.getLogger(PeakMemory.class.getName());
  private static final Path STATUS = Path.of("/proc/self/status");

  private static final Path CLEAR = Path.of("/proc/self/clear_refs");

  /** Sets the peak back to what is resident now (proc_pid_clear_refs(5)). */
  private static final String RESET_PEAK = "5";

  private PeakMemory() {}

  /** Forgets the peak so far; without effect where the system can't, so that peaks only add up. */
  static void restart() {
    if (Files.isWritable(CLEAR)) {
      try {
        Files.writeString(CLEAR, RESET_PEAK);
      } catch (IOException e) {
        LOG.log(System.Logger.Level.DEBUG, "the peak of memory can't be set back", e);
      }
    }
  }

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
