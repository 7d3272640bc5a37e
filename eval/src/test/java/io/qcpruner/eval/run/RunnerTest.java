package io.qcpruner.eval.run;

import static io.qcpruner.testkit.Await.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.TaskOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunnerTest {

  private static final PrintStream QUIET = new PrintStream(OutputStream.nullOutputStream());
  private static final List<MethodSpec> SETTINGS =
      List.of(MethodSpec.FULL, MethodSpec.parse("a@32"), MethodSpec.parse("b@8"));

  @TempDir Path folder;

  @Test
  void shardsThreadsAndOrderDoNotMatter() throws Exception {
    Path whole = folder.resolve("whole");
    run(whole, Shard.WHOLE, 1, SETTINGS, 0, false);
    Path shards = folder.resolve("shards");
    run(shards, new Shard(2, 2), 1, SETTINGS, 0, true);
    run(shards, new Shard(1, 2), 1, SETTINGS, 0, true);
    Path threads = folder.resolve("threads");
    run(threads, Shard.WHOLE, 2, SETTINGS, 0, false);
    Path pieces = folder.resolve("pieces");
    run(pieces, Shard.WHOLE, 1, List.of(SETTINGS.get(2)), 7, false);
    run(pieces, Shard.WHOLE, 1, List.of(SETTINGS.get(0), SETTINGS.get(1)), 3, true);
    run(pieces, Shard.WHOLE, 1, SETTINGS, 0, true);

    TreeSet<String> expected = lines(whole);
    assertEquals(2 * 25 * 3, expected.size());
    assertEquals(expected, lines(shards));
    assertEquals(expected, lines(threads));
    assertEquals(expected, lines(pieces));
  }

  /** Whoever closes the model next must not pull it from under another question. */
  @Test
  void aFailureIsToldWhenNoQuestionIsInTheModelAnyMore() {
    AtomicInteger inside = new AtomicInteger();
    CountDownLatch entered = new CountDownLatch(1);
    FakeModel fake = new FakeModel(ModelProfile.LLAVA_1_5);
    EvalModel model =
        new EvalModel() {
          @Override
          public ModelCard card() {
            return fake.card();
          }

          @Override
          public Loaded load(Sample sample) throws IOException {
            if (inside.getAndIncrement() > 0) {
              awaitWithoutEnd(entered, Duration.ofSeconds(20));
              inside.decrementAndGet();
              throw new IllegalStateException("refused");
            }
            entered.countDown();
            awaitWithoutEnd(new CountDownLatch(1), Duration.ofMillis(600));
            inside.decrementAndGet();
            return fake.load(sample);
          }

          @Override
          public void close() {}
        };
    String message =
        assertThrows(
                IllegalStateException.class,
                () ->
                    Runner.run(model, plan(Shard.WHOLE, 2, SETTINGS, 0), folder, false, "1", QUIET))
            .getMessage();
    assertEquals("refused", message);
    assertEquals(0, inside.get());
  }

  /** Waits as native code does, whatever interrupts it. */
  private static void awaitWithoutEnd(CountDownLatch latch, Duration most) {
    long end = System.nanoTime() + most.toNanos();
    while (latch.getCount() > 0 && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void towerRunsOncePerSample() throws Exception {
    FakeModel model = new FakeModel(ModelProfile.LLAVA_1_5);
    Runner.Summary summary =
        Runner.run(model, plan(Shard.WHOLE, 1, SETTINGS, 0), folder, false, "1", QUIET);
    assertEquals(50, model.towerRuns.get());
    assertEquals(150, summary.answers());
  }

  @Test
  void finishedRunRunsNothing() throws Exception {
    run(folder, Shard.WHOLE, 1, SETTINGS, 0, false);
    FakeModel model = new FakeModel(ModelProfile.LLAVA_1_5);
    Runner.run(model, plan(Shard.WHOLE, 1, SETTINGS, 0), folder, true, "1", QUIET);
    assertEquals(0, model.towerRuns.get());
  }

  @Test
  void folderWithRecordsNeedsResume() throws Exception {
    run(folder, Shard.WHOLE, 1, SETTINGS, 1, false);
    String message =
        assertThrows(RunException.class, () -> run(folder, Shard.WHOLE, 1, SETTINGS, 1, false))
            .getMessage();
    assertTrue(message.endsWith("already holds a run"), message);
  }

  @Test
  void otherModelVersionOrDataIsRefused() throws Exception {
    run(folder, Shard.WHOLE, 1, SETTINGS, 1, false);
    RunPlan plan = plan(Shard.WHOLE, 1, SETTINGS, 0);
    EvalModel other = new FakeModel(ModelProfile.LLAVA_1_5, "bad", 0);
    assertEquals(
        "the run folder was started with another checkpoint checksum: c0ffee, now bad",
        refused(other, plan, "1"));
    EvalModel same = new FakeModel(ModelProfile.LLAVA_1_5);
    assertEquals(
        "the run folder was started with another program version: 1, now 2",
        refused(same, plan, "2"));
    RunPlan otherData =
        RunPlan.simple(
            RunPlan.load(List.of(new FakeTask("t", 26)), Optional.empty(), ModelProfile.LLAVA_1_5),
            SETTINGS);
    assertTrue(refused(same, otherData, "1").contains("another data of t"));
  }

  private String refused(EvalModel model, RunPlan plan, String version) {
    return assertThrows(
            RunException.class, () -> Runner.run(model, plan, folder, true, version, QUIET))
        .getMessage();
  }

  @Test
  void tornTailIsRunAgainAndDamageInTheMiddleIsNamed() throws Exception {
    run(folder, Shard.WHOLE, 1, SETTINGS, 0, false);
    Path file = folder.resolve("predictions.jsonl");
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(whole, whole.length - 40));
    run(folder, Shard.WHOLE, 1, SETTINGS, 0, true);
    assertEquals(new String(whole), Files.readString(file));

    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.set(4, lines.get(4).substring(0, 30));
    Files.write(file, lines);
    byte[] damaged = Files.readAllBytes(file);
    String message =
        assertThrows(RunException.class, () -> run(folder, Shard.WHOLE, 1, SETTINGS, 0, true))
            .getMessage();
    assertTrue(message.contains("predictions.jsonl line 5 (offset "), message);
    assertEquals(new String(damaged), Files.readString(file), "nothing was changed");
  }

  @Test
  void fullDiskLosesNothing() throws Exception {
    Path file = folder.resolve("predictions.jsonl");
    AppendFile disk = new FullDisk(file, 3000);
    RecordStore store = RecordStore.open(file, disk, () -> {});
    RunRecord.Key first = null;
    int written = 0;
    RunException failure = null;
    while (failure == null) {
      try {
        RunRecord record = record(written);
        first = first == null ? record.key() : first;
        store.append(record);
        written++;
      } catch (RunException e) {
        failure = e;
      }
    }
    assertTrue(written > 1);
    assertTrue(failure.getMessage().contains("No space left on device"), failure.getMessage());
    assertTrue(failure.getMessage().contains(written + " records are safe"), failure.getMessage());
    store.close();
    // the half-written line is gone even before the next start
    assertEquals(written, Files.readAllLines(file).size());
    try (RecordStore again = RecordStore.open(file)) {
      assertEquals(written, again.size());
      assertTrue(again.has(first));
      again.append(record(written));
    }
  }

  private static RunRecord record(int row) {
    var sample =
        new FakeTask("t", row + 1)
            .load(Optional.empty(), ModelProfile.LLAVA_1_5)
            .samples()
            .get(row);
    Answer answer = FakeModel.answer(sample, MethodSpec.FULL);
    return RunRecord.of(
        "t",
        "llava",
        sample,
        MethodSpec.FULL,
        answer,
        new FakeTask("t", 1).score(sample, ModelProfile.LLAVA_1_5, answer.text()));
  }

  /** Takes so many bytes and writes half of what does not fit. */
  private static final class FullDisk implements AppendFile {
    private final Path file;
    private long free;

    FullDisk(Path file, long free) throws IOException {
      this.file = Files.createFile(file);
      this.free = free;
    }

    @Override
    public void append(byte[] bytes) throws IOException {
      byte[] data = java.util.Arrays.copyOf(bytes, (int) Math.min(bytes.length, free));
      free -= data.length;
      Files.write(file, data, StandardOpenOption.APPEND);
      if (data.length < bytes.length) {
        throw new IOException("No space left on device");
      }
    }

    @Override
    public void truncate(long length) throws IOException {
      byte[] all = Files.readAllBytes(file);
      Files.write(file, java.util.Arrays.copyOf(all, (int) Math.min(length, all.length)));
    }

    @Override
    public void close() {}
  }

  @Test
  void twoWritersOfOneShardAreRefused() throws Exception {
    Path file = folder.resolve("predictions.jsonl");
    try (RecordStore store = RecordStore.open(file)) {
      assertEquals(0, store.size());
      assertTrue(
          assertThrows(RunException.class, () -> RecordStore.open(file))
              .getMessage()
              .endsWith("is being written by another process"));
    }
  }

  @Test
  void refusedWriterInThisProcessDoesNotFreeTheLock() throws Exception {
    Path file = folder.resolve("predictions.jsonl");
    try (RecordStore store = RecordStore.open(file)) {
      assertThrows(RunException.class, () -> RecordStore.open(file));
      assertEquals(0, store.size());
      Process other = RunProcess.start(folder, 0);
      assertEquals(1, other.waitFor(), "another process took a file that is held");
    }
    try (RecordStore again = RecordStore.open(file)) {
      assertEquals(0, again.size());
    }
  }

  @Test
  void settingThatTheModelRefusesLeavesTheManifestAlone() throws Exception {
    run(folder, Shard.WHOLE, 1, List.of(MethodSpec.FULL), 2, false);
    byte[] before = Files.readAllBytes(folder.resolve("manifest.json"));
    byte[] records = Files.readAllBytes(folder.resolve("predictions.jsonl"));
    List<MethodSpec> bad = List.of(MethodSpec.parse("a@32"), MethodSpec.parse("a@8/frame"));
    assertThrows(IllegalArgumentException.class, () -> run(folder, Shard.WHOLE, 1, bad, 0, true));
    assertEquals(new String(before), Files.readString(folder.resolve("manifest.json")));
    assertEquals(new String(records), Files.readString(folder.resolve("predictions.jsonl")));
  }

  @Test
  void brokenMediaStopOrAreRecordedAsWrong() throws Exception {
    List<RunPlan.Work> work =
        RunPlan.load(
            List.of(new FakeTask("t", 3, "broken")), Optional.empty(), ModelProfile.LLAVA_1_5);
    EvalModel model = new FakeModel(ModelProfile.LLAVA_1_5);
    RunPlan stop = RunPlan.simple(work, SETTINGS);
    String message =
        assertThrows(RunException.class, () -> Runner.run(model, stop, folder, false, "1", QUIET))
            .getMessage();
    assertTrue(message.startsWith("t sample q0: broken0: picture is broken"), message);
    RunPlan record =
        new RunPlan(work, SETTINGS, 0, Shard.WHOLE, 1, true, TaskOptions.PAPER, Map.of());
    Runner.run(model, record, folder, true, "1", QUIET);
    List<RunRecord> records = new ArrayList<>();
    RunFolder.open(folder).records(records::add);
    assertEquals(9, records.size());
    assertTrue(records.stream().allMatch(r -> r.outcome().score() == 0 && !r.outcome().parsed()));
    assertTrue(records.get(0).finishReason().contains("picture is broken"));
  }

  @Test
  void textsAreChecked() {
    assertEquals(new Shard(2, 3), Shard.parse("2/3"));
    for (String wrong : List.of("0/2", "3/2", "x", "1/", "1/2/3", "-1/2")) {
      assertThrows(IllegalArgumentException.class, () -> Shard.parse(wrong), wrong);
    }
  }

  /** A step that takes long is not silence in a log file. */
  @Test
  void redirectedProgressIsNeverSilentForLong() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream log = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    RunProgress progress =
        new RunProgress(log, false, 1000, 0, System.nanoTime(), Duration.ofMillis(20));
    progress.step("first", System.nanoTime());
    until("four lines", () -> lines(bytes) >= 4);
    assertTrue(bytes.toString(StandardCharsets.UTF_8).contains("1/1000"));
    progress.close();
    long after = lines(bytes);
    progress.remind(); // a heartbeat that was due at that moment
    assertEquals(after, lines(bytes), "nothing is said after the end");
  }

  private static long lines(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8).lines().count();
  }

  @Test
  void progressTellsTheTimeLeft() {
    RunProgress progress = new RunProgress(QUIET, true, 100, 50, 0);
    for (int i = 0; i < 10; i++) {
      progress.step("t", 0);
    }
    assertEquals(
        "[##################............] 60/100  0:20  ETA 1:20  t",
        progress.line("t", 20_000_000_000L));
    assertEquals("2:46:40", RunProgress.clock(10_000));
  }

  private static RunPlan plan(Shard shard, int threads, List<MethodSpec> settings, int limit)
      throws IOException {
    List<RunPlan.Work> work =
        RunPlan.load(
            List.of(new FakeTask("t", 25), new FakeTask("u", 25)),
            Optional.empty(),
            ModelProfile.LLAVA_1_5);
    return new RunPlan(work, settings, limit, shard, threads, false, TaskOptions.PAPER, Map.of());
  }

  private static void run(
      Path folder, Shard shard, int threads, List<MethodSpec> settings, int limit, boolean resume)
      throws IOException {
    EvalModel model = new FakeModel(ModelProfile.LLAVA_1_5);
    Runner.run(model, plan(shard, threads, settings, limit), folder, resume, "1", QUIET);
  }

  private static TreeSet<String> lines(Path folder) throws IOException {
    TreeSet<String> lines = new TreeSet<>();
    RunFolder.open(folder)
        .records(
            record ->
                lines.add(
                    new String(RunJson.MAPPER.writeValueAsBytes(record), StandardCharsets.UTF_8)));
    return lines;
  }
}
