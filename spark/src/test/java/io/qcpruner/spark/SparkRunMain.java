package io.qcpruner.spark;

import java.nio.file.Path;

/** A slow run on a cluster in a process of its own: {@code MASTER FOLDER JARS [resume]}. */
public final class SparkRunMain {

  static final int SAMPLES = 20;

  private SparkRunMain() {}

  public static void main(String[] args) throws Exception {
    FakeSource source = new FakeSource(SAMPLES, "p", "", FakeSource.Misfortune.slow(60));
    SparkRuns runs = new SparkRuns();
    try {
      runs.spark(
          source,
          Path.of(args[1]),
          args.length > 3,
          TestCluster.withJars(args[0], 2, "installed:" + args[2], "spark.driver.host=127.0.0.1"));
    } catch (java.io.IOException e) {
      System.err.println("qcpruner: " + e.getMessage());
      System.exit(1);
    } finally {
      System.err.println(runs.said());
    }
    System.exit(0);
  }
}
