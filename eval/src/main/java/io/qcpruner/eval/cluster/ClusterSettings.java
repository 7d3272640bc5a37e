package io.qcpruner.eval.cluster;

import java.time.Duration;
import java.util.List;

/**
 * How work is spread over a cluster. Zero and the empty text mean: not given.
 *
 * @param master address of the cluster
 * @param executorCores cores of one executor process
 * @param executors number of executor processes
 * @param executorMemory heap of an executor, such as 2g
 * @param answersAtOnce samples that one executor works on at a time
 * @param samplesPerTask samples that are handed out together
 * @param cacheDir folder on the executors where native libraries are unpacked
 * @param jars how classes reach the executors: auto, none or installed:DIR
 * @param conf settings of the cluster's own, KEY=VALUE
 * @param executorWait how long to wait for the first executor
 * @param taskTimeout longest time of one batch
 * @param executorDownloads whether executors may download the model
 * @param shipModel whether the driver sends the checkpoint along
 */
public record ClusterSettings(
    String master,
    int executorCores,
    int executors,
    String executorMemory,
    int answersAtOnce,
    int samplesPerTask,
    String cacheDir,
    String jars,
    List<String> conf,
    Duration executorWait,
    Duration taskTimeout,
    boolean executorDownloads,
    boolean shipModel) {

  public static final int MAX_SAMPLES_PER_TASK = 64;

  /** No cluster. */
  public static final ClusterSettings NONE = of("");

  public ClusterSettings {
    conf = List.copyOf(conf);
    atLeastZero("executor cores", executorCores);
    atLeastZero("executors", executors);
    if (answersAtOnce < 1) {
      throw new IllegalArgumentException(
          "answers at once must be at least 1, not " + answersAtOnce);
    }
    if (samplesPerTask < 0 || samplesPerTask > MAX_SAMPLES_PER_TASK) {
      throw new IllegalArgumentException(
          "samples per task must be 1 to " + MAX_SAMPLES_PER_TASK + ", not " + samplesPerTask);
    }
    if (executorCores > 0 && executorCores < answersAtOnce) {
      throw new IllegalArgumentException(
          answersAtOnce + " answers at once need as many cores, not " + executorCores);
    }
    if (!jars.equals("auto") && !jars.equals("none") && !jars.startsWith("installed:")) {
      throw new IllegalArgumentException(
          "the jars must be auto, none or installed:DIR, not " + jars);
    }
  }

  private static void atLeastZero(String name, int value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " must not be negative, not " + value);
    }
  }

  /** The defaults for a cluster. */
  public static ClusterSettings of(String master) {
    return builder(master).build();
  }

  public static Builder builder(String master) {
    return new Builder(master);
  }

  /** Settings that differ from the defaults, by name. */
  public static final class Builder {
    private final String master;
    private int executorCores;
    private int executors;
    private String executorMemory = "2g";
    private int answersAtOnce = 1;
    private int samplesPerTask;
    private String cacheDir = "";
    private String jars = "auto";
    private List<String> conf = List.of();
    private Duration executorWait = Duration.ofMinutes(10);
    private Duration taskTimeout = Duration.ZERO;
    private boolean executorDownloads;
    private boolean shipModel;

    private Builder(String master) {
      this.master = master;
    }

    public Builder executorCores(int value) {
      executorCores = value;
      return this;
    }

    public Builder executors(int value) {
      executors = value;
      return this;
    }

    public Builder executorMemory(String value) {
      executorMemory = value;
      return this;
    }

    public Builder answersAtOnce(int value) {
      answersAtOnce = value;
      return this;
    }

    public Builder samplesPerTask(int value) {
      samplesPerTask = value;
      return this;
    }

    public Builder cacheDir(String value) {
      cacheDir = value;
      return this;
    }

    public Builder jars(String value) {
      jars = value;
      return this;
    }

    public Builder conf(List<String> value) {
      conf = value;
      return this;
    }

    public Builder executorWait(Duration value) {
      executorWait = value;
      return this;
    }

    public Builder taskTimeout(Duration value) {
      taskTimeout = value;
      return this;
    }

    public Builder executorDownloads(boolean value) {
      executorDownloads = value;
      return this;
    }

    public Builder shipModel(boolean value) {
      shipModel = value;
      return this;
    }

    public ClusterSettings build() {
      return new ClusterSettings(
          master,
          executorCores,
          executors,
          executorMemory,
          answersAtOnce,
          samplesPerTask,
          cacheDir,
          jars,
          conf,
          executorWait,
          taskTimeout,
          executorDownloads,
          shipModel);
    }
  }
}
