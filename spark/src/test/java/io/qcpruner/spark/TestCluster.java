package io.qcpruner.spark;

import io.qcpruner.eval.cluster.ClusterSettings;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What clusters of the tests are made of: Spark's jars and ours, by links. */
final class TestCluster {

  static final String TWO_EXECUTORS = "local-cluster[2,1,1024]";

  private static String installed;

  private TestCluster() {}

  /** Settings of a cluster whose executors find our classes and the tests' in a folder. */
  static ClusterSettings settings(String master, int samplesPerTask, String... conf)
      throws IOException {
    return withJars(master, samplesPerTask, "installed:" + install(), conf);
  }

  static ClusterSettings withJars(String master, int samples, String jars, String... conf) {
    return builder(master, samples).jars(jars).conf(List.of(conf)).build();
  }

  /** A standalone worker of the tests has one core and a gigabyte. */
  static ClusterSettings.Builder builder(String master, int samplesPerTask) {
    ClusterSettings.Builder builder =
        ClusterSettings.builder(master).samplesPerTask(samplesPerTask);
    return master.startsWith("spark:") ? builder.executorCores(1).executorMemory("1g") : builder;
  }

  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /** What the launcher of a checkout starts with: the lists that the build writes for it. */
  static String launcherClassPath() throws IOException {
    Path target = sparkHome().toAbsolutePath().getParent();
    Path cli = Path.of("..", "cli", "target").toAbsolutePath().normalize();
    List<String> entries = new ArrayList<>(List.of(target.resolve("classes").toString()));
    entries.add(cli.resolve("classes").toString());
    for (Path list :
        List.of(
            target.resolve("dependencies"),
            target.resolve("runtime-dependencies"),
            cli.resolve("dependencies"))) {
      entries.addAll(List.of(Files.readString(list).trim().split(File.pathSeparator)));
    }
    entries.removeIf(entry -> entry.contains("slf4j-jdk14"));
    return String.join(File.pathSeparator, entries);
  }

  static Path sparkHome() {
    return Path.of(System.getenv("SPARK_HOME"));
  }

  /** Makes Spark's home and the folder of our jars, once. */
  static synchronized String install() throws IOException {
    if (installed == null) {
      Path target = sparkHome().toAbsolutePath().getParent();
      Path spark = fresh(target.resolve("spark-home/jars"));
      Path ours = fresh(target.resolve("executor-jars"));
      Set<String> provided =
          new LinkedHashSet<>(
              List.of(
                  Files.readString(target.resolve("dependencies"))
                      .trim()
                      .split(File.pathSeparator)));
      List<String> rest = new ArrayList<>();
      for (String entry : classPath().split(File.pathSeparator)) {
        String name = Path.of(entry).getFileName().toString();
        if (provided.contains(entry) || isOfSpark(name)) {
          link(spark, Path.of(entry));
        } else {
          rest.add(entry);
        }
      }
      for (Path jar : ExecutorJars.jars(String.join(File.pathSeparator, rest), ours)) {
        if (!jar.startsWith(ours)) {
          link(ours, jar);
        }
      }
      installed = ours.toString();
    }
    return installed;
  }

  /** What a user's driver would send to executors: our classes and their libraries. */
  static String executorClassPath() throws IOException {
    List<String> jars = new ArrayList<>();
    try (var found = Files.list(Path.of(install()))) {
      found.sorted().forEach(jar -> jars.add(jar.toString()));
    }
    return String.join(File.pathSeparator, jars);
  }

  /** Libraries that Spark shares with us, so that Maven does not list them as Spark's. */
  private static boolean isOfSpark(String name) {
    return ExecutorJars.isSparksOwn(name)
        || name.startsWith("commons-")
        || name.startsWith("gson-");
  }

  private static Path fresh(Path folder) throws IOException {
    Files.createDirectories(folder);
    try (var old = Files.list(folder)) {
      for (Path path : old.toList()) {
        Files.delete(path);
      }
    }
    return folder;
  }

  private static void link(Path folder, Path jar) throws IOException {
    Path link = folder.resolve(jar.getFileName());
    if (!Files.exists(link)) {
      Files.createSymbolicLink(link, jar.toAbsolutePath());
    }
  }

  /** Living executor processes below this one. */
  static List<ProcessHandle> executors() {
    return ProcessHandle.current()
        .descendants()
        .filter(p -> commandLine(p).contains("CoarseGrainedExecutorBackend"))
        .toList();
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
    } catch (IOException e) {
      // it ended meanwhile
      return "";
    }
  }
}
