package io.qcpruner.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** A slow run on a cluster in a process of its own: {@code MASTER FOLDER JARS [resume]}. */
public final class SparkRunMain {

  static final int SAMPLES = 20;

  private SparkRunMain() {}

  /** The run has a thread of its own, which a signal lets come to its end and say why. */
  public static void main(String[] args) throws Exception {
    AtomicInteger code = new AtomicInteger(2);
    Thread run = new Thread(() -> code.set(run(args)), "run");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> join(run)));
    run.start();
    run.join();
    System.exit(code.get());
  }

  private static void join(Thread run) {
    try {
      run.join(30_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int run(String[] args) {
    FakeSource source = new FakeSource(SAMPLES, "p", "", FakeSource.Misfortune.slow(60));
    SparkRuns runs = new SparkRuns();
    try {
      runs.spark(
          source,
          Path.of(args[1]),
          args.length > 3,
          TestCluster.withJars(args[0], 2, "installed:" + args[2], "spark.driver.host=127.0.0.1"));
      return 0;
    } catch (IOException e) {
      System.err.println("qcpruner: " + e.getMessage());
      return 1;
    } finally {
      System.err.println(runs.said());
    }
  }
}
