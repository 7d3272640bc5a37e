package io.qcpruner.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

  @TempDir Path folder;

  private Path run(String name, String... more) throws Exception {
    Path run = folder.resolve(name);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "eval",
                "--model=embedded",
                "--tasks=pocket-color,pocket-presence",
                "--methods=full,qcpruner,divprune",
                "--budgets=64,32",
                "--limit=2",
                "--out=" + run));
    arguments.addAll(List.of(more));
    TestCluster.install();
    List<String> jvm =
        List.of(
            "-Dorg.bytedeco.openblas.load=mkl_rt",
            "-D" + ExecutorJars.PROPERTY + "=" + TestCluster.executorClassPath());
    try (ChildCommand child = ChildCommand.start(folder.resolve(name + ".log"), jvm, arguments)) {
      assertEquals(0, child.await(), child.said());
      assertTrue(child.said().contains("20 answers in"), child.said());
    }
    return run;
  }

  @Test
  void answersDoNotDependOnTheEngine() throws Exception {
    Path local = run("local", "--threads=1");
    Path threads = run("threads", "--engine=spark", "--master=local[2]", "--samples-per-task=1");
    assertEquals(SparkRuns.masked(local), SparkRuns.masked(threads));
    assertEquals(SparkRuns.manifest(local), SparkRuns.manifest(threads));
    Path cache = folder.resolve("cache");
    Path processes =
        run(
            "processes",
            "--engine=spark",
            "--master=" + TestCluster.TWO_EXECUTORS,
            "--samples-per-task=2",
            "--ship-model",
            "--cache-dir=" + cache);
    assertEquals(SparkRuns.masked(local), SparkRuns.masked(processes));
    assertEquals(SparkRuns.manifest(local), SparkRuns.manifest(processes));
    String settings = Files.readString(processes.resolve("spark.json"));
    assertTrue(!settings.contains("extraClassPath"), settings);
    try (var unpacked = Files.list(cache.resolve("javacpp"))) {
      assertTrue(unpacked.findAny().isPresent(), "natives were unpacked elsewhere");
    }
  }
}
