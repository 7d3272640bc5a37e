package io.qcpruner.spark;

import java.nio.file.Path;

/** A run whose executors read through native libraries: {@code MASTER FOLDER CACHE CLIP TABLE}. */
public final class NativesMain {

  static final int SAMPLES = 8;

  private NativesMain() {}

  public static void main(String[] args) throws Exception {
    SparkRuns runs = new SparkRuns();
    try {
      runs.spark(
          new NativeSource(SAMPLES, args[3], args[4]),
          Path.of(args[1]),
          false,
          TestCluster.builder(args[0], 1).cacheDir(args[2]).build());
    } finally {
      System.err.println(runs.said());
    }
    System.exit(0);
  }
}
