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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real executor processes that end in the middle of a run. */
@Timeout(600)
class LostExecutorTest {

  private static final int SAMPLES = 30;

  @TempDir Path folder;
  private final SparkRuns runs = new SparkRuns();
  private Path run;
  private Journal journal;
  private List<String> expected;

  @BeforeEach
  void localRun() throws Exception {
    runs.local(new FakeSource(SAMPLES), folder.resolve("local"), false);
    expected = SparkRuns.masked(folder.resolve("local"));
    run = folder.resolve("run");
    journal = new Journal(folder.resolve("log").toString());
  }

  @AfterEach
  void noExecutorStays() throws Exception {
    for (ProcessHandle executor : TestCluster.executors()) {
      executor.onExit().get(120, TimeUnit.SECONDS);
    }
  }

  private FakeSource slow(long millis) {
    return new FakeSource(SAMPLES, Path.of(journal.file()), Misfortune.slow(millis));
  }

  private CompletableFuture<EngineSummary> start(FakeSource source, ClusterSettings cluster) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return runs.spark(source, run, false, cluster);
          } catch (java.io.IOException e) {
            throw new CompletionException(e);
          }
        });
  }

  private long records() throws Exception {
    Path file = run.resolve("predictions.jsonl");
    return Files.exists(file) ? Files.readAllLines(file).size() : 0;
  }

  private void awaitRecords(long count, CompletableFuture<?> running) throws Exception {
    while (records() < count) {
      assertTrue(!running.isDone(), () -> "the run ended too early: " + runs.said());
      Thread.sleep(20);
    }
  }

  /** The process that answered last: it is at work now. */
  private ProcessHandle busyExecutor() throws Exception {
    List<String> towers = journal.lines("tower");
    String pid = towers.get(towers.size() - 1).split(" ")[2];
    return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
  }

  @Test
  void nothingIsLostOrDoubledWhenExecutorsAreKilled() throws Exception {
    ClusterSettings cluster = TestCluster.settings(TestCluster.TWO_EXECUTORS, 3);
    CompletableFuture<EngineSummary> running = start(slow(40), cluster);
    awaitRecords(20, running);
    ProcessHandle first = busyExecutor();
    first.destroyForcibly();
    first.onExit().get(120, TimeUnit.SECONDS);
    awaitRecords(60, running);
    // the other of the two that were there at first, while the first one's successor may start
    ProcessHandle second = busyExecutor();
    second.destroyForcibly();
    EngineSummary summary = running.get(500, TimeUnit.SECONDS);

    assertEquals(expected, SparkRuns.masked(run));
    assertEquals(2, summary.cluster().orElseThrow().lostExecutors());
    assertEquals(0, summary.cluster().orElseThrow().duplicateRecords());
    String executors = Files.readString(run.resolve("executors.json"));
    assertTrue(executors.contains("\"pid\" : " + first.pid()), executors);
    assertEquals(2, runs.said().lines().filter(l -> l.contains("is lost (")).count(), runs.said());
    // at most the batch of each lost process was computed again
    int again = journal.lines("tower").size() - 2 * SAMPLES;
    assertTrue(again >= 0 && again <= 2 * 3, again + " samples were computed again");
    // one model per process
    assertEquals(journal.lines("open").size(), journal.lines("open").stream().distinct().count());
  }

  @Test
  void sampleThatEndsEveryExecutorIsNamed() throws Exception {
    Misfortune deadly = new Misfortune(0, 5, -1, Opening.WELL, false);
    FakeSource source = new FakeSource(SAMPLES, Path.of(journal.file()), deadly);
    ClusterSettings cluster = TestCluster.settings(TestCluster.TWO_EXECUTORS, 2);
    String message =
        assertThrows(
                RunException.class,
                () -> {
                  try {
                    start(source, cluster).get(500, TimeUnit.SECONDS);
                  } catch (java.util.concurrent.ExecutionException e) {
                    throw e.getCause();
                  }
                })
            .getMessage();
    assertTrue(message.contains(" rows [4, 5] ended 4 executors"), message);
    assertTrue(message.contains("--samples-per-task 1 --resume"), message);
    // the others' answers are in the file
    List<String> kept = SparkRuns.masked(run);
    assertTrue(kept.size() > 12 && expected.containsAll(kept), kept.size() + " answers");
  }
}
