package io.qcpruner.spark;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.cluster.ClusterSettings;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.RunJob;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.RunSession;
import io.qcpruner.spark.FakeSource.Misfortune;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.apache.spark.broadcast.Broadcast;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What dealing out costs, with a model that sleeps instead of computing. Not part of the tests; run
 * with {@code -Dtest=SparkBenchmarks} on a quiet machine. It shows scheduler and driver, never the
 * scaling of arithmetic.
 */
class SparkBenchmarks {

  private static final PrintStream QUIET = new PrintStream(OutputStream.nullOutputStream());

  @TempDir Path folder;

  /** Start of the application and wall time of the job. */
  private record Times(double start, double job) {}

  private Times time(int executors, int samples, long millis, int samplesPerTask, boolean loseOne)
      throws Exception {
    FakeSource source = new FakeSource(samples, "p", "", Misfortune.slow(millis));
    ClusterSettings cluster =
        TestCluster.settings("local-cluster[" + executors + ",1,512]", samplesPerTask);
    SparkSettings settings = SparkSettings.of(cluster);
    long begin = System.nanoTime();
    try (EvalModel model = source.describe();
        Application application = Application.start(settings, cluster, QUIET)) {
      List<RunPlan.Work> work =
          RunPlan.load(List.of(source.task("t")), source.openData(), model.card().profile());
      RunPlan plan = RunPlan.simple(work, List.of(MethodSpec.FULL));
      Path run = folder.resolve("run" + System.nanoTime());
      try (RunSession session = RunSession.open(model.card(), plan, run, false, "1", QUIET)) {
        SpreadRun spread = new SpreadRun(application, settings, cluster);
        Broadcast<ExecutorSetup> setup = spread.prepare(source, model.card(), plan, QUIET);
        List<RunJob> jobs = session.jobs();
        long start = System.nanoTime();
        if (loseOne) {
          long half = samples * millis / executors / 2;
          CompletableFuture.runAsync(() -> killOneAfter(half));
        }
        spread.run(
            spread.batches(jobs),
            setup,
            new AnswerWork(),
            new Arrivals(session, run, application.register(), spread::cancel));
        return new Times((start - begin) / 1e9, (System.nanoTime() - start) / 1e9);
      }
    }
  }

  private static void killOneAfter(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    TestCluster.executors().get(0).destroyForcibly();
  }

  private static void say(String format, Object... values) {
    System.out.println("BENCH " + String.format(Locale.ROOT, format, values));
  }

  @Test
  void overheadPerTask() throws Exception {
    int tasks = 2000;
    Times times = time(2, tasks, 20, 1, false);
    double ideal = tasks * 0.020 / 2;
    say(
        "overhead: start %.1f s; %d tasks of 20 ms on 2 executors: %.2f s, ideal %.2f s, %.2f ms"
            + " per task",
        times.start, tasks, times.job, ideal, (times.job - ideal) * 2 * 1000 / tasks);
  }

  /** Work grows with the executors, so that starting each of them weighs the same. */
  @Test
  void scalingOfSleep() throws Exception {
    int perExecutor = 80;
    for (int executors : List.of(1, 2, 4, 8)) {
      int samples = perExecutor * executors;
      Times times = time(executors, samples, 200, 2, false);
      say(
          "scaling: %d executors, %d samples: start %.1f s, %.2f s, %.2f of ideal",
          executors, samples, times.start, times.job, perExecutor * 0.2 / times.job);
    }
  }

  @Test
  void oneOfFourLost() throws Exception {
    int samples = 200;
    Times whole = time(4, samples, 200, 2, false);
    Times lost = time(4, samples, 200, 2, true);
    say("loss: four executors %.2f s, one killed at half time %.2f s", whole.job, lost.job);
  }
}
