package io.qcpruner.model.measure;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.Pointer;

/** Wall time, CPU time of all threads, and resident memory of this process. */
final class Stopwatch {
  private static final Path STATUS = Path.of("/proc/self/status");

  private final OperatingSystemMXBean system =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private long wall = System.nanoTime();
  private long cpu = system.getProcessCpuTime();

  /** Wall and CPU milliseconds since the last lap. */
  double[] lap() {
    long nowWall = System.nanoTime();
    long nowCpu = system.getProcessCpuTime();
    double[] lap = {(nowWall - wall) / 1e6, (nowCpu - cpu) / 1e6};
    wall = nowWall;
    cpu = nowCpu;
    return lap;
  }

  /** Largest resident size so far; the current one where the system keeps no record. */
  static long peakResidentBytes() {
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
