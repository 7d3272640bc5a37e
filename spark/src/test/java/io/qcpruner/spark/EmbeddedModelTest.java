package io.qcpruner.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.cli.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The embedded model through the command line: its answers do not depend on the engine, and its
 * classes and native libraries reach executors by spark.jars alone.
 */
@Timeout(600)
class EmbeddedModelTest {

  private static final int LIMIT = 12;

  /** Two tasks, the full model and two methods with two budgets. */
  private static final int ANSWERS = 2 * LIMIT * 5;

  @TempDir Path folder;

  private Path run(String name, String... more) throws Exception {
    return runWith(TestCluster.classPath(), name, more);
  }

  private Path runWith(String classPath, String name, String... more) throws Exception {
    Path run = folder.resolve(name);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "eval",
                "--model=embedded",
                "--tasks=pocket-color,pocket-presence",
                "--methods=full,qcpruner,divprune",
                "--budgets=64,32",
                "--limit=" + LIMIT,
                "--out=" + run));
    arguments.addAll(List.of(more));
    TestCluster.install();
    List<String> jvm =
        List.of(
            "-Dorg.bytedeco.openblas.load=mkl_rt",
            "-D" + ExecutorJars.PROPERTY + "=" + TestCluster.executorClassPath());
    try (ChildCommand child =
        ChildCommand.start(
            folder.resolve(name + ".log"), jvm, classPath, Main.class.getName(), arguments)) {
      assertEquals(0, child.await(), child.said());
      assertTrue(child.said().contains(ANSWERS + " answers in"), child.said());
    }
    return run;
  }

  /** The tables of a run, without its name. */
  private String report(Path run) throws Exception {
    Path log = folder.resolve(run.getFileName() + "-report.log");
    List<String> arguments = List.of("report", run.toString(), "--resamples=20");
    try (ChildCommand child = ChildCommand.start(log, List.of(), arguments)) {
      assertEquals(0, child.await(), child.said());
      assertTrue(child.said().contains("| QCPruner |"), child.said());
      return child.said().replace(run.toString(), "RUN");
    }
  }

  /** Classes in a folder, which the launcher of a checkout takes, know no version. */
  private static String withoutVersion(Path run) throws Exception {
    return SparkRuns.manifest(run).replaceFirst("\"version\":\"[^\"]*\"", "");
  }

  @Test
  void answersDoNotDependOnTheEngine() throws Exception {
    Path local = run("local", "--threads=1");
    Path threads =
        runWith(
            TestCluster.launcherClassPath(),
            "threads",
            "--engine=spark",
            "--master=local[2]",
            "--samples-per-task=1");
    assertEquals(SparkRuns.masked(local), SparkRuns.masked(threads));
    assertEquals(withoutVersion(local), withoutVersion(threads));
    Path cache = folder.resolve("cache");
    Path processes =
        run(
            "processes",
            "--engine=spark",
            "--master=" + TestCluster.TWO_EXECUTORS,
            "--samples-per-task=5",
            "--ship-model",
            "--cache-dir=" + cache);
    assertEquals(SparkRuns.masked(local), SparkRuns.masked(processes));
    assertEquals(SparkRuns.manifest(local), SparkRuns.manifest(processes));
    assertEquals(report(local), report(processes));
    String settings = Files.readString(processes.resolve("spark.json"));
    assertTrue(!settings.contains("extraClassPath"), settings);
    try (var unpacked = Files.list(cache.resolve("natives/javacpp"))) {
      assertTrue(unpacked.findAny().isPresent(), "natives were unpacked elsewhere");
    }
  }
}
