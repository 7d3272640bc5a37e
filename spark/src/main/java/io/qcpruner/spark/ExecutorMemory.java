package io.qcpruner.spark;

import io.qcpruner.eval.cluster.RunSource.ModelMemory;
import java.util.Locale;

/**
 * Memory that an executor needs: the heap, and outside of it weights, caches and scratch.
 *
 * @param heap as Spark writes it
 * @param overhead megabytes outside the heap that stay
 * @param mapped megabytes of mapped weights, whose pages the system can take back
 */
record ExecutorMemory(String heap, long overhead, long mapped) {

  /** Libraries, pictures and scratch. */
  private static final long BASE_MEGABYTES = 1024;

  /** Longest prompt that is planned for. */
  private static final long ROWS = 4096;

  static ExecutorMemory of(ModelMemory model, SparkSettings settings) {
    long caches = settings.answersAtOnce() * ROWS * model.cacheRow();
    return new ExecutorMemory(
        settings.entries().get("spark.executor.memory"),
        BASE_MEGABYTES + ((caches + model.packed()) >> 20),
        model.mapped() >> 20);
  }

  /** The settings with this memory where the cluster enforces a limit. */
  SparkSettings applyTo(SparkSettings settings) {
    return switch (settings.master().kind()) {
      // YARN counts resident pages of mapped files; Kubernetes can take them back
      case YARN -> settings.withOverhead(overhead + mapped);
      case KUBERNETES -> settings.withOverhead(overhead);
      default -> settings;
    };
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "memory of an executor: heap %s, %d MB outside of it, %d MB of mapped weights",
        heap,
        overhead,
        mapped);
  }
}
