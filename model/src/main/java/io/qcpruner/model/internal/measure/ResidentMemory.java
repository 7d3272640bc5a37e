package io.qcpruner.model.internal.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.Pointer;

/** Resident memory of this process. */
final class ResidentMemory {
  private static final Path STATUS = Path.of("/proc/self/status");

  private ResidentMemory() {}

  /** Largest resident size so far; the current one where the system keeps no record. */
  static long peakBytes() {
    try {
      if (Files.isReadable(STATUS)) {
        for (String line : Files.readAllLines(STATUS)) {
          if (line.startsWith("VmHWM:")) {
            return Long.parseLong(line.replaceAll("\\D", "")) << 10;
          }
        }
      }
    } catch (IOException e) {
      return Pointer.physicalBytes();
    }
    return Pointer.physicalBytes();
  }
}
