package io.qcpruner.cli.serve;

import com.sun.management.OperatingSystemMXBean;
import io.qcpruner.checkpoint.config.DecoderConfig;
import io.qcpruner.model.MemoryModel;
import io.qcpruner.model.VisionLanguageModel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Bytes that a server may come to hold, at worst.
 *
 * @param weights mapped files, or packed weights
 * @param slots key and value caches of the longest prompt in every slot
 * @param pictures the vision and prefix caches
 * @param heap the largest Java heap
 * @param machine physical memory
 */
record ServeMemory(long weights, long slots, long pictures, long heap, long machine) {

  static ServeMemory of(VisionLanguageModel model, long weights, LimitOptions limits) {
    DecoderConfig decoder = model.backbone().config().decoder();
    long row = MemoryModel.cacheRowBytes(decoder, model.backbone().decoder().caches());
    return new ServeMemory(
        weights,
        limits.queue().slots() * model.backbone().config().maxPromptRows() * row,
        limits.visionCache + limits.prefixCache,
        Runtime.getRuntime().maxMemory(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize());
  }

  static long fileBytes(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    long sum = 0;
    for (Path file : files) {
      sum += Files.size(file);
    }
    return sum;
  }

  /** What to say at the start if the machine is too small for the worst case. */
  Optional<String> warning() {
    long all = weights + slots + pictures + heap;
    if (all <= machine) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "at worst the server needs %.1f GiB and the machine has %.1f: weights %.1f, slots %.1f,"
                + " caches %.1f, Java heap %.1f; take fewer --slots, a smaller"
                + " --vision-cache or QCPRUNER_JAVA_OPTS=-Xmx1g",
            gib(all),
            gib(machine),
            gib(weights),
            gib(slots),
            gib(pictures),
            gib(heap)));
  }

  private static double gib(long bytes) {
    return bytes / (double) (1L << 30);
  }
}
