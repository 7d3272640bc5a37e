package io.qcpruner.spark;

import io.qcpruner.eval.cluster.ClusterSettings;
import io.qcpruner.eval.run.RunException;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** A Spark application for one run: context, register of executors, temporary jars. */
final class Application implements Closeable {

  private static final long POLL_MILLIS = 100;
  private static final long FIRST_NOTE_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long NOTE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /** How long others may follow the first executor before work starts. */
  private static final long FOLLOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final JavaSparkContext context;
  private final SparkSettings settings;
  private final ExecutorRegister register;
  private final Path temporary;

  private Application(
      JavaSparkContext context, SparkSettings settings, ExecutorRegister register, Path temporary) {
    this.context = context;
    this.settings = settings;
    this.register = register;
    this.temporary = temporary;
  }

  static Application start(SparkSettings settings, ClusterSettings cluster, PrintStream out)
      throws IOException {
    Path temporary = Files.createTempDirectory("qcpruner-spark");
    try {
      SparkConf conf = new SparkConf();
      settings.entries().forEach(conf::set);
      if (!settings.master().inProcess()) {
        ExecutorJars.settings(cluster.jars(), temporary).forEach(conf::setIfMissing);
      }
      ExecutorRegister register = new ExecutorRegister(out);
      JavaSparkContext context = new JavaSparkContext(conf);
      context.sc().addSparkListener(register);
      return new Application(context, settings, register, temporary);
    } catch (IOException | RuntimeException e) {
      delete(temporary);
      throw e;
    }
  }

  JavaSparkContext context() {
    return context;
  }

  ExecutorRegister register() {
    return register;
  }

  /** Waits until executors are there. */
  void awaitExecutors(ClusterSettings cluster, PrintStream out) throws IOException {
    if (settings.master().inProcess()) {
      return;
    }
    int expected = Math.max(settings.master().executors(), Math.max(1, cluster.executors()));
    long start = System.nanoTime();
    long note = start + FIRST_NOTE_NANOS - NOTE_NANOS;
    long first = 0;
    while (known() < expected) {
      long now = System.nanoTime();
      if (known() > 0) {
        first = first == 0 ? now : first;
        if (now - first > FOLLOW_NANOS) {
          return;
        }
      } else if (now - start > cluster.executorWait().toNanos()) {
        throw new RunException(noExecutors() + "; gave up, continue with --resume");
      } else if (now - note > NOTE_NANOS) {
        note = now;
        out.println(noExecutors());
      }
      pause();
    }
  }

  /** Executors that Spark's scheduler knows: the driver is listed among them. */
  private int known() {
    return context.sc().statusTracker().getExecutorInfos().length - 1;
  }

  private String noExecutors() {
    return "no executors yet at "
        + settings.master().url()
        + ": cores or memory asked for may be more than a worker has";
  }

  private static void pause() throws IOException {
    try {
      Thread.sleep(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunException("interrupted; continue with --resume", e);
    }
  }

  int slots() {
    return settings.master().inProcess()
        ? settings.answersAtOnce()
        : Math.max(1, known()) * settings.answersAtOnce();
  }

  @Override
  public void close() throws IOException {
    register.finish();
    context.close();
    delete(temporary);
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> found = Files.walk(folder)) {
      all = found.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : all) {
      Files.delete(path);
    }
  }
}
