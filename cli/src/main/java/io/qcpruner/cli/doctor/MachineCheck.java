package io.qcpruner.cli.doctor;

import com.sun.management.OperatingSystemMXBean;
import io.qcpruner.checkpoint.hub.HubSettings;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.kernels.RowKernels;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Java, SIMD, cores, memory and disk. */
final class MachineCheck {
  private static final long GIB = 1L << 30;

  private MachineCheck() {}

  static List<Finding> findings(HubSettings hub) throws IOException {
    List<Finding> out = new ArrayList<>();
    out.add(
        Finding.fine(
            "java",
            "version",
            "%s (%s)"
                .formatted(System.getProperty("java.version"), System.getProperty("java.vendor"))));
    out.add(
        Finding.fine(
            "java",
            "platform",
            "%s %s".formatted(System.getProperty("os.name"), System.getProperty("os.arch"))));
    out.add(Finding.fine("java", "largest heap", gib(Runtime.getRuntime().maxMemory())));
    out.add(simd());
    out.add(modelKernels());
    out.add(Finding.fine("machine", "cores", Runtime.getRuntime().availableProcessors()));
    out.add(
        Finding.fine(
            "machine",
            "memory",
            "%s, %s free".formatted(gib(totalMemory()), gib(bean().getFreeMemorySize()))));
    Path cache = existing(hub.cache());
    out.add(
        Finding.fine(
            "machine",
            "model cache",
            "%s, %s free".formatted(hub.cache(), gib(Files.getFileStore(cache).getUsableSpace()))));
    return out;
  }

  private static Finding simd() {
    String remedy = VectorModule.remedy().map(text -> "selection runs scalar; " + text).orElse("");
    return new Finding("java", "SIMD kernels", Kernels.preferredName(), remedy);
  }

  private static Finding modelKernels() {
    RowKernels kernels = RowKernels.ofThisMachine();
    return new Finding(
        "machine",
        "model kernels",
        kernels.name(),
        kernels.servesPrompts(true)
            ? ""
            : "answers take longer on this platform; see docs/decisions/native-kernels.md");
  }

  /** Physical memory in bytes; a container's limit counts. */
  static long totalMemory() {
    return bean().getTotalMemorySize();
  }

  private static OperatingSystemMXBean bean() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  }

  private static Path existing(Path folder) {
    Path at = folder.toAbsolutePath();
    while (!Files.exists(at)) {
      at = at.getParent();
    }
    return at;
  }

  static String gib(long bytes) {
    return String.format(java.util.Locale.ROOT, "%.1f GiB", (double) bytes / GIB);
  }
}
