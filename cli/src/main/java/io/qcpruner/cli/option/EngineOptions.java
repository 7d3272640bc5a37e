package io.qcpruner.cli.option;

import io.qcpruner.eval.cluster.ClusterSettings;
import io.qcpruner.eval.cluster.EvalEngine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where an evaluation works: in this process, or on the machines of a Spark cluster. */
public final class EngineOptions {

  private static final String SPARK = "spark";

  @Option(
      names = "--engine",
      paramLabel = "NAME",
      defaultValue = "local",
      description = "local, or spark for many machines: docs/spark.md (default: ${DEFAULT-VALUE}).")
  private String engine;

  @Option(
      names = "--master",
      paramLabel = "URL",
      description =
          "Spark's master, such as local[2] or spark://head:7077 (default: SPARK_MASTER).")
  private String master;

  @Option(names = "--executor-cores", paramLabel = "N", description = "Cores of one executor.")
  private int executorCores;

  @Option(names = "--executors", paramLabel = "N", description = "Number of executors.")
  private int executors;

  @Option(
      names = "--executor-memory",
      paramLabel = "SIZE",
      description = "Heap of an executor; weights are outside of it (default: 2g).")
  private String executorMemory;

  @Option(
      names = "--answers-at-once",
      paramLabel = "N",
      description = "Samples that an executor works on at a time (default: 1).")
  private Integer answersAtOnce;

  @Option(
      names = "--samples-per-task",
      paramLabel = "N",
      description = "Samples handed out together, 1 to 64 (default: by the size of the run).")
  private Integer samplesPerTask;

  @Option(
      names = "--cache-dir",
      paramLabel = "DIR",
      description = "Where executors unpack native libraries (default: their home folder).")
  private String cacheDir;

  @Option(
      names = "--spark-jars",
      paramLabel = "HOW",
      description = "auto: sent by the driver; none; installed:DIR on the executors.")
  private String jars;

  @Option(
      names = "--spark-conf",
      paramLabel = "KEY=VALUE",
      description = "A setting of Spark's own; may be repeated.")
  private List<String> conf = new ArrayList<>();

  @Option(
      names = "--executor-wait",
      paramLabel = "SECONDS",
      description = "How long to wait for the first executor (default: 600).")
  private Integer executorWait;

  @Option(
      names = "--task-timeout",
      paramLabel = "SECONDS",
      description = "Longest time of one batch; off by default.")
  private Integer taskTimeout;

  @Option(
      names = "--executor-downloads",
      description = "Executors may download the model by its hub's name.")
  private boolean executorDownloads;

  @Option(
      names = "--ship-model",
      description = "Send the checkpoint along (at most 2 GB) instead of a path that all share.")
  private boolean shipModel;

  /** The engine, after it agreed to the cluster's options. */
  public EvalEngine engine() {
    EvalEngine found = EvalEngine.named(engine);
    found.check(cluster());
    return found;
  }

  public boolean isLocal() {
    return engine.equals("local");
  }

  /** What was said about the cluster. */
  public ClusterSettings cluster() {
    ClusterSettings.Builder said =
        ClusterSettings.builder(address())
            .executorCores(executorCores)
            .executors(executors)
            .conf(conf)
            .executorDownloads(executorDownloads)
            .shipModel(shipModel);
    Optional.ofNullable(executorMemory).ifPresent(said::executorMemory);
    Optional.ofNullable(answersAtOnce).ifPresent(said::answersAtOnce);
    Optional.ofNullable(samplesPerTask).ifPresent(n -> said.samplesPerTask(atLeastOne(n)));
    Optional.ofNullable(cacheDir).ifPresent(said::cacheDir);
    Optional.ofNullable(jars).ifPresent(said::jars);
    Optional.ofNullable(executorWait).ifPresent(s -> said.executorWait(Duration.ofSeconds(s)));
    Optional.ofNullable(taskTimeout).ifPresent(s -> said.taskTimeout(Duration.ofSeconds(s)));
    return said.build();
  }

  private static int atLeastOne(int samples) {
    if (samples < 1) {
      throw new IllegalArgumentException("--samples-per-task must be 1 to 64, not " + samples);
    }
    return samples;
  }

  /** The option, else what spark-submit or the environment says. */
  private String address() {
    if (master != null || !engine.equals(SPARK)) {
      return master == null ? "" : master;
    }
    String submitted = System.getProperty("spark.master", "");
    String environment = System.getenv("SPARK_MASTER");
    return !submitted.isEmpty() || environment == null ? submitted : environment;
  }
}
