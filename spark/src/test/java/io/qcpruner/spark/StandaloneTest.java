package io.qcpruner.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.eval.cluster.ClusterSettings;
import io.qcpruner.eval.cluster.EngineSummary;
import io.qcpruner.eval.run.RunException;
import io.qcpruner.spark.FakeSource.Misfortune;
import io.qcpruner.spark.FakeSource.Opening;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real standalone cluster: a master and two workers in processes of their own. */
@Timeout(600)
class StandaloneTest {

  private static final int SAMPLES = 20;

  @TempDir static Path shared;
  private static StandaloneCluster cluster;

  @TempDir Path folder;
  private final SparkRuns runs = new SparkRuns();

  @BeforeAll
  static void start() throws Exception {
    cluster = new StandaloneCluster(shared);
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  private List<String> expected() throws Exception {
    runs.local(new FakeSource(SAMPLES), folder.resolve("local"), false);
    return SparkRuns.masked(folder.resolve("local"));
  }

  @Test
  void slowCopyIsStoppedAndCountsForNothing() throws Exception {
    Journal journal = new Journal(folder.resolve("log").toString());
    Misfortune stuck = new Misfortune(5, -1, 7, Opening.WELL, false);
    FakeSource source = new FakeSource(SAMPLES, Path.of(journal.file()), stuck);
    EngineSummary summary =
        runs.spark(
            source,
            folder.resolve("run"),
            false,
            TestCluster.settings(
                cluster.url(),
                1,
                "spark.driver.host=127.0.0.1",
                "spark.speculation=true",
                "spark.speculation.interval=100ms",
                "spark.speculation.quantile=0.1",
                "spark.speculation.minTaskRuntime=100ms"));
    assertEquals(expected(), SparkRuns.masked(folder.resolve("run")));
    assertEquals(0, summary.cluster().orElseThrow().duplicateRecords());
    assertEquals(StandaloneCluster.EXECUTORS, summary.cluster().orElseThrow().executors());
    assertTrue(journal.lines("tower 7 ").size() > 2, "no second copy ran");
    assertEquals(1, journal.lines("stopped").size(), "the slow copy was not told to stop");
  }

  @Test
  void executorsThatNoWorkerCanStartAreNotWaitedForForever() {
    ClusterSettings large =
        TestCluster.builder(cluster.url(), 1)
            .executorMemory("100g")
            .jars("none")
            .conf(List.of("spark.driver.host=127.0.0.1"))
            .executorWait(Duration.ofSeconds(2))
            .build();
    String message =
        assertThrows(
                RunException.class,
                () -> runs.spark(new FakeSource(2), folder.resolve("run"), false, large))
            .getMessage();
    assertTrue(message.contains("no executors yet at " + cluster.url()), message);
    assertTrue(message.contains("may be more than a worker has"), message);
  }

  @Test
  void killedDriverGoesOnWithWhatIsMissing() throws Exception {
    List<String> expected = expected();
    Path run = folder.resolve("run");
    List<String> arguments = List.of(cluster.url(), run.toString(), TestCluster.install());
    try (ChildCommand child =
        ChildCommand.start(
            folder.resolve("child.log"), List.of(), SparkRunMain.class.getName(), arguments)) {
      child.awaitRecords(run, 20);
      List<ProcessHandle> below = child.process().descendants().toList();
      child.process().destroyForcibly().waitFor(60, TimeUnit.SECONDS);
      assertTrue(below.isEmpty(), "executors belong to the workers");
    }
    int safe = Files.readAllLines(run.resolve("predictions.jsonl")).size();
    assertTrue(safe >= 20 && safe < expected.size(), safe + " answers");
    Files.writeString(
        run.resolve("predictions.jsonl"),
        "{\"benchmark\":\"t\",\"prof",
        java.nio.file.StandardOpenOption.APPEND);
    EngineSummary rest =
        runs.spark(
            new FakeSource(SAMPLES),
            run,
            true,
            TestCluster.settings(cluster.url(), 2, "spark.driver.host=127.0.0.1"));
    assertEquals(expected.size() - safe, rest.run().answers());
    assertEquals(expected, SparkRuns.masked(run));
  }
}
