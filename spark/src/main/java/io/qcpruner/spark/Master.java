package io.qcpruner.spark;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a cluster and what it says about the executors.
 *
 * @param url as Spark takes it
 * @param kind how executors are started
 * @param executors known number of executor processes, 0 if the cluster decides
 * @param cores known cores of each, 0 if the cluster decides
 * @param megabytes known memory of each, 0 if the cluster decides
 */
record Master(String url, Kind kind, int executors, int cores, int megabytes) {

  /** How executors are started. */
  enum Kind {
    /** Threads of the driver's process. */
    IN_PROCESS,
    /** Processes on the driver's machine, for tests. */
    LOCAL_CLUSTER,
    STANDALONE,
    YARN,
    KUBERNETES,
    /** One that Spark may know. */
    OTHER
  }

  private static final Pattern LOCAL = Pattern.compile("local(?:\\[(\\d+|\\*)(?:,\\s*\\d+)?\\])?");
  private static final Pattern CLUSTER =
      Pattern.compile("local-cluster\\[\\s*(\\d+)\\s*,\\s*(\\d+)\\s*,\\s*(\\d+)\\s*\\]");

  static Master parse(String url) {
    if (url.isBlank()) {
      throw new IllegalArgumentException(
          "--engine spark needs --master, such as local[2] or spark://head:7077");
    }
    Matcher local = LOCAL.matcher(url);
    if (local.matches()) {
      String threads = local.group(1);
      int cores =
          threads == null
              ? 1
              : threads.equals("*")
                  ? Runtime.getRuntime().availableProcessors()
                  : Integer.parseInt(threads);
      return new Master(url, Kind.IN_PROCESS, 1, cores, 0);
    }
    Matcher cluster = CLUSTER.matcher(url);
    if (cluster.matches()) {
      return new Master(
          url,
          Kind.LOCAL_CLUSTER,
          Integer.parseInt(cluster.group(1)),
          Integer.parseInt(cluster.group(2)),
          Integer.parseInt(cluster.group(3)));
    }
    Kind kind =
        url.startsWith("spark://")
            ? Kind.STANDALONE
            : url.startsWith("yarn")
                ? Kind.YARN
                : url.startsWith("k8s://") ? Kind.KUBERNETES : Kind.OTHER;
    return new Master(url, kind, 0, 0, 0);
  }

  /** Whether driver and executors are on one machine and talk over loopback. */
  boolean isLocal() {
    return inProcess() || kind == Kind.LOCAL_CLUSTER;
  }

  boolean inProcess() {
    return kind == Kind.IN_PROCESS;
  }
}
