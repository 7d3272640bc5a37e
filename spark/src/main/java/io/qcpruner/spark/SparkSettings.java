package io.qcpruner.spark;

import io.qcpruner.eval.cluster.ClusterSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Settings of one application: ours, the user's, and the rules between them.
 *
 * @param threads of one answer
 * @param answersAtOnce tasks that one executor runs at a time
 * @param cores of one executor
 * @param entries what Spark is started with, jars apart
 */
record SparkSettings(
    Master master, int threads, int answersAtOnce, int cores, Map<String, String> entries) {

  private static final Set<String> FORCED =
      Set.of(
          "spark.driver.maxResultSize",
          "spark.task.cpus",
          "spark.scheduler.mode",
          "spark.serializer");

  /** The driver calls them by name and lists them. */
  static final int MAX_EXECUTORS = 1000;

  private static final String CORES = "spark.executor.cores";
  private static final String MAX_FAILURES = "spark.task.maxFailures";
  private static final String JAVA_OPTIONS = "spark.executor.extraJavaOptions";

  static SparkSettings of(ClusterSettings cluster) {
    Master master = Master.parse(cluster.master());
    Map<String, String> given = given(cluster.conf());
    int cores = cores(master, cluster, given);
    int answers = master.inProcess() ? master.cores() : cluster.answersAtOnce();
    if (answers > cores) {
      throw new IllegalArgumentException(
          answers + " answers at once need as many cores, not " + cores);
    }
    if (cluster.executors() > MAX_EXECUTORS) {
      throw new IllegalArgumentException(
          "at most " + MAX_EXECUTORS + " executors, not " + cluster.executors());
    }
    int machine = Runtime.getRuntime().availableProcessors();
    int threads = Math.max(1, (master.inProcess() ? machine : cores) / answers);

    Map<String, String> entries = new TreeMap<>(defaults(master));
    if (!master.inProcess()) {
      entries.putAll(new ExecutorProcess(cores, threads, cluster.cacheDir()).settings());
      entries.put("spark.executor.memory", memory(master, cluster));
      if (master.kind() != Master.Kind.LOCAL_CLUSTER) {
        entries.put(CORES, Integer.toString(cores));
      }
      if (cluster.executors() > 0) {
        entries.put("spark.executor.instances", Integer.toString(cluster.executors()));
        entries.put("spark.cores.max", Integer.toString(cluster.executors() * cores));
      }
    }
    String ours = entries.getOrDefault(JAVA_OPTIONS, "");
    entries.putAll(given);
    positive(entries, MAX_FAILURES);
    if (given.containsKey(JAVA_OPTIONS)) {
      // the last of two options counts, so the user's win
      entries.put(JAVA_OPTIONS, (ours + " " + given.get(JAVA_OPTIONS)).trim());
    }
    entries.put("spark.driver.maxResultSize", "0");
    entries.put("spark.task.cpus", Integer.toString(master.inProcess() ? 1 : cores / answers));
    entries.put("spark.scheduler.mode", "FIFO");
    entries.put("spark.serializer", "org.apache.spark.serializer.JavaSerializer");
    return new SparkSettings(master, threads, answers, cores, entries);
  }

  private static Map<String, String> given(List<String> words) {
    Map<String, String> given = new LinkedHashMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals < 1 || !word.startsWith("spark.")) {
        throw new IllegalArgumentException(
            "--spark-conf must be spark.KEY=VALUE, not " + (equals < 1 ? word : key(word)));
      }
      String key = key(word);
      if (FORCED.contains(key)) {
        throw new IllegalArgumentException(
            "--spark-conf " + key + " can't be changed: the evaluation depends on it");
      }
      given.put(key, word.substring(equals + 1));
    }
    return given;
  }

  private static String key(String word) {
    return word.substring(0, word.indexOf('='));
  }

  private static int cores(Master master, ClusterSettings cluster, Map<String, String> given) {
    if (master.isLocal()) {
      return master.cores();
    }
    if (given.containsKey(CORES)) {
      return positive(given, CORES);
    }
    if (cluster.executorCores() > 0) {
      return cluster.executorCores();
    }
    if (master.kind() == Master.Kind.YARN || master.kind() == Master.Kind.KUBERNETES) {
      return 1;
    }
    throw new IllegalArgumentException(
        "name --executor-cores: a standalone cluster gives an executor all cores of its machine,"
            + " and the threads of an answer depend on their number");
  }

  private static int positive(Map<String, String> settings, String key) {
    String value = settings.get(key);
    if (!value.matches("0*[1-9][0-9]{0,5}")) {
      throw new IllegalArgumentException(
          "--spark-conf " + key + " must be a number above 0, not " + value);
    }
    return Integer.parseInt(value);
  }

  private static String memory(Master master, ClusterSettings cluster) {
    boolean small = master.megabytes() > 0 && master.megabytes() < 2048;
    boolean usual = cluster.executorMemory().equals(ClusterSettings.NONE.executorMemory());
    return small && usual ? master.megabytes() + "m" : cluster.executorMemory();
  }

  private static Map<String, String> defaults(Master master) {
    Map<String, String> entries = new TreeMap<>();
    entries.put("spark.app.name", "qcpruner eval");
    entries.put("spark.master", master.url());
    entries.put("spark.ui.enabled", "false");
    entries.put("spark.speculation", "false");
    entries.put(MAX_FAILURES, "4");
    entries.put("spark.eventLog.enabled", "false");
    entries.put("spark.locality.wait", "0");
    // paging in a large checkpoint must not look like a lost machine
    entries.put("spark.network.timeout", "300s");
    if (master.isLocal()) {
      entries.put("spark.driver.bindAddress", "127.0.0.1");
      entries.put("spark.driver.host", "127.0.0.1");
    }
    return entries;
  }

  /** With this many megabytes outside an executor's heap, unless the user said how many. */
  SparkSettings withOverhead(long megabytes) {
    Map<String, String> more = new TreeMap<>(entries);
    more.putIfAbsent("spark.executor.memoryOverhead", megabytes + "m");
    return new SparkSettings(master, threads, answersAtOnce, cores, more);
  }

  /** Failures of one batch after which the run stops. */
  int maxFailures() {
    return positive(entries, MAX_FAILURES);
  }

  /** Whether somebody on the network could talk to the application. */
  boolean isOpenToTheNetwork() {
    return !master.isLocal() && !"true".equals(entries.get("spark.authenticate"));
  }

  /** The settings without secrets, for files and logs. */
  Map<String, String> masked() {
    Map<String, String> shown = new TreeMap<>();
    entries.forEach((key, value) -> shown.put(key, isSecret(key) ? "(hidden)" : value));
    return shown;
  }

  private static boolean isSecret(String key) {
    String low = key.toLowerCase(java.util.Locale.ROOT);
    return low.contains("secret") || low.contains("password") || low.contains("token");
  }
}
