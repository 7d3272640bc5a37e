package io.qcpruner.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.eval.calibrate.LayerStability;
import io.qcpruner.eval.cluster.ClusterSettings;
import io.qcpruner.eval.cluster.EngineSummary;
import io.qcpruner.eval.cluster.EvalEngine;
import io.qcpruner.eval.run.RecordStore;
import io.qcpruner.eval.run.RunException;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunRecord;
import io.qcpruner.spark.FakeSource.Misfortune;
import io.qcpruner.spark.FakeSource.Opening;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs on threads of this process: all promises of the local runner, through Spark. */
@Timeout(600)
class InProcessTest {

  private static final int SAMPLES = 12;
  private static final int RECORDS = 2 * SAMPLES * SparkRuns.SETTINGS.size();

  @TempDir Path folder;
  private final SparkRuns runs = new SparkRuns();

  @Test
  void equalsTheLocalRunForAnyBatchSize() throws Exception {
    FakeSource source = new FakeSource(SAMPLES);
    Path local = folder.resolve("local");
    runs.local(source, local, false);
    assertEquals(RECORDS, SparkRuns.masked(local).size());
    for (int samples : List.of(1, 5)) {
      Path spark = folder.resolve("spark" + samples);
      EngineSummary summary =
          runs.spark(source, spark, false, TestCluster.settings("local[2]", samples));
      assertEquals(SparkRuns.masked(local), SparkRuns.masked(spark));
      assertEquals(SparkRuns.manifest(local), SparkRuns.manifest(spark));
      assertEquals(RECORDS, summary.run().answers());
      assertEquals(0, summary.cluster().orElseThrow().duplicateRecords());
      assertTrue(Files.readString(spark.resolve("executors.json")).contains("\"answers\" : 72"));
    }
  }

  @Test
  void goesOnWhereTheOtherEngineStopped() throws Exception {
    FakeSource source = new FakeSource(SAMPLES);
    Path whole = folder.resolve("whole");
    runs.local(source, whole, false);
    List<String> lines = Files.readAllLines(whole.resolve("predictions.jsonl"));
    for (boolean sparkFirst : List.of(true, false)) {
      Path run = folder.resolve("run" + sparkFirst);
      if (sparkFirst) {
        runs.spark(source, run, false, TestCluster.settings("local[2]", 2));
      } else {
        runs.local(source, run, false);
      }
      // a run that was killed: a third of the answers and a torn line
      Path file = run.resolve("predictions.jsonl");
      List<String> all = Files.readAllLines(file);
      Files.writeString(
          file, String.join("\n", all.subList(0, lines.size() / 3)) + "\n{\"benchmark\":\"t");
      if (sparkFirst) {
        runs.local(source, run, true);
      } else {
        EngineSummary rest = runs.spark(source, run, true, TestCluster.settings("local[2]", 2));
        assertEquals(RECORDS - RECORDS / 3, rest.run().answers());
      }
      assertEquals(SparkRuns.masked(whole), SparkRuns.masked(run));
    }
  }

  @Test
  void towerRunsOncePerSample() throws Exception {
    Path log = folder.resolve("log");
    FakeSource source = new FakeSource(SAMPLES, log, Misfortune.NONE);
    runs.spark(source, folder.resolve("run"), false, TestCluster.settings("local[2]", 3));
    Journal journal = new Journal(log.toString());
    assertEquals(2 * SAMPLES, journal.lines("tower").size());
    assertEquals(1, journal.lines("open").size());
  }

  @Test
  void folderOfAnotherRunIsRefusedAndLeftAlone() throws Exception {
    ClusterSettings cluster = TestCluster.settings("local[2]", 1);
    Path run = folder.resolve("run");
    runs.spark(new FakeSource(SAMPLES), run, false, cluster);
    List<String> files = List.of("manifest.json", "predictions.jsonl");
    List<String> before = new ArrayList<>();
    for (String file : files) {
      before.add(Files.readString(run.resolve(file)));
    }
    assertRefused(run, new FakeSource(SAMPLES), false, "already holds a run");
    assertRefused(run, new FakeSource(SAMPLES + 1), true, "another data of t");
    for (int i = 0; i < files.size(); i++) {
      assertEquals(before.get(i), Files.readString(run.resolve(files.get(i))));
    }
    List<String> lines = new ArrayList<>(before.get(1).lines().toList());
    lines.set(4, lines.get(4).substring(0, 30));
    Files.write(run.resolve("predictions.jsonl"), lines);
    assertRefused(run, new FakeSource(SAMPLES), true, "predictions.jsonl line 5 (offset ");
  }

  private void assertRefused(Path run, FakeSource source, boolean resume, String why) {
    String message =
        assertThrows(
                RunException.class,
                () -> runs.spark(source, run, resume, TestCluster.settings("local[2]", 1)))
            .getMessage();
    assertTrue(message.contains(why), message);
  }

  @Test
  void brokenPictureStopsWithTheLocalMessageAndIsNotTriedAgain() throws Exception {
    Path log = folder.resolve("log");
    FakeSource source = new FakeSource(3, "broken", log.toString(), Misfortune.NONE);
    String local =
        assertThrows(RunException.class, () -> runs.local(source, folder.resolve("local"), false))
            .getMessage();
    Files.delete(log);
    String spark =
        assertThrows(
                RunException.class,
                () ->
                    runs.spark(
                        source,
                        folder.resolve("spark"),
                        false,
                        // four tries are allowed, none is used
                        TestCluster.settings("local[1,4]", 1)))
            .getMessage();
    assertTrue(local.contains("q0: broken0"), local);
    // Spark may hand over the result of a later batch first
    assertEquals(local, spark.replaceAll("q[0-2]: broken[0-2]", "q0: broken0"));
    int tries = new Journal(log.toString()).lines("tower 0 ").size();
    assertTrue(tries <= 2, tries + " tries for row 0 of two tasks");
  }

  @Test
  void brokenPictureIsRecordedAsWrongWhenAsked() throws Exception {
    FakeSource source = new FakeSource(3, "broken", "", Misfortune.NONE);
    for (String name : List.of("local", "spark")) {
      EvalEngine engine = EvalEngine.named(name);
      runs.run(
          engine,
          source,
          folder.resolve(name),
          false,
          name.equals("spark") ? TestCluster.settings("local[2]", 1) : ClusterSettings.NONE,
          true);
    }
    assertEquals(
        SparkRuns.masked(folder.resolve("local")), SparkRuns.masked(folder.resolve("spark")));
    List<RunRecord> records = new ArrayList<>();
    RunFolder.open(folder.resolve("spark")).records(records::add);
    assertEquals(18, records.size());
    assertTrue(records.stream().allMatch(record -> record.outcome().score() == 0));
  }

  @Test
  void otherCheckpointOnAnExecutorStopsTheRun() {
    Misfortune other = new Misfortune(0, -1, -1, Opening.WELL, true);
    FakeSource source = new FakeSource(SAMPLES, folder.resolve("log"), other);
    Path run = folder.resolve("run");
    String message =
        assertThrows(
                RunException.class,
                () -> runs.spark(source, run, false, TestCluster.settings("local[2]", 1)))
            .getMessage();
    assertEquals(
        "127.0.0.1 has another checkpoint checksum than the driver: 0ther, driver c0ffee", message);
    assertFalse(Files.exists(folder.resolve("log")) && hasTowerRuns(), "something was answered");
  }

  private boolean hasTowerRuns() {
    try {
      return !new Journal(folder.resolve("log").toString()).lines("tower").isEmpty();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void modelThatCannotBeOpenedIsOpenedOnceAndToldOnce() throws Exception {
    Path log = folder.resolve("log");
    FakeSource source = new FakeSource(4, log, new Misfortune(0, -1, -1, Opening.FAILS, false));
    String message =
        assertThrows(
                RunException.class,
                () ->
                    runs.spark(
                        source,
                        folder.resolve("run"),
                        false,
                        TestCluster.settings("local[2,4]", 1)))
            .getMessage();
    assertEquals(
        "127.0.0.1: the model can't be opened: no memory for the weights; continue with --resume",
        message);
    assertEquals(1, new Journal(log.toString()).lines("open").size());
  }

  @Test
  void interruptedOpeningIsTriedAgain() throws Exception {
    Path log = folder.resolve("log");
    Misfortune once = new Misfortune(0, -1, -1, Opening.INTERRUPTED_ONCE, false);
    FakeSource source = new FakeSource(4, log, once);
    EngineSummary summary =
        runs.spark(source, folder.resolve("run"), false, TestCluster.settings("local[2,4]", 1));
    assertEquals(2 * 4 * SparkRuns.SETTINGS.size(), summary.run().answers());
    assertEquals(2, new Journal(log.toString()).lines("open").size());
  }

  @Test
  void layerCalibrationEqualsTheLocalOne() throws Exception {
    FakeSource source = new FakeSource(SAMPLES);
    LayerStability local = new LayerStability(8, 10, 16);
    runs.measure("local", source, local, ClusterSettings.NONE);
    LayerStability spark = new LayerStability(8, 10, 16);
    runs.measure("spark", source, spark, TestCluster.settings("local[2]", 5));
    assertEquals(2 * SAMPLES, spark.samples());
    assertEquals(local.agreements(), spark.agreements());
  }

  @Test
  void secondDriverIsRefusedAndFinishedRunStartsNothing() throws Exception {
    FakeSource source = new FakeSource(2);
    Path run = folder.resolve("run");
    runs.local(source, run, false);
    // an address that nobody could reach
    EngineSummary summary =
        runs.spark(source, run, true, TestCluster.settings("spark://127.0.0.1:1", 1));
    assertEquals(0, summary.run().answers());
    try (RecordStore other = RecordStore.open(run.resolve("predictions.jsonl"))) {
      assertEquals(12, other.size());
      String message =
          assertThrows(
                  RunException.class,
                  () -> runs.spark(source, run, true, TestCluster.settings("local[1]", 1)))
              .getMessage();
      assertTrue(message.contains("is being written by another process"), message);
    }
  }
}
