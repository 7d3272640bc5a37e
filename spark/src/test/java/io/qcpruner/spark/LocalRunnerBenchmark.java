package io.qcpruner.spark;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.cluster.ClusterSettings;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.RunSession;
import io.qcpruner.eval.run.Runner;
import io.qcpruner.eval.run.Shard;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskOptions;
import io.qcpruner.tasks.EvalSpec;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.broadcast.Broadcast;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The embedded model on two executor processes of one thread, and in this process with two workers
 * of one thread, in turns. Starting and opening are told apart from the answers. Not part of the
 * tests; run with {@code -Dtest=LocalRunnerBenchmark} on a quiet machine.
 */
class LocalRunnerBenchmark {

  private static final PrintStream QUIET = new PrintStream(OutputStream.nullOutputStream());
  private static final int ROUNDS = 2;

  /** Of each task: an executor compiles for about this long, which a long run does not notice. */
  private static final int WARM_UP = 40;

  private static final int SAMPLES = 120;
  private static final List<MethodSpec> SETTINGS =
      List.of(MethodSpec.FULL, MethodSpec.parse("qcpruner@64"), MethodSpec.parse("divprune@64"));

  @TempDir Path folder;

  private RunPlan plan(EvalSpec source, EvalModel model, int samples, int workers)
      throws Exception {
    List<Task> tasks = List.of(source.task("pocket-color"), source.task("pocket-presence"));
    return new RunPlan(
        RunPlan.load(tasks, source.openData(), model.card().profile()),
        SETTINGS,
        samples,
        Shard.WHOLE,
        workers,
        false,
        TaskOptions.PAPER,
        Map.of());
  }

  private Path fresh() {
    return folder.resolve("run" + System.nanoTime());
  }

  /** Seconds of the answers. */
  private double local(EvalSpec source, EvalModel model) throws Exception {
    Runner.run(model, plan(source, model, WARM_UP, 2), fresh(), false, "1", QUIET);
    return Runner.run(model, plan(source, model, SAMPLES, 2), fresh(), false, "1", QUIET)
        .wallSeconds();
  }

  /** Seconds of start and opening, and of the answers. */
  private double[] spark(EvalSpec source) throws Exception {
    ClusterSettings cluster = TestCluster.settings(TestCluster.TWO_EXECUTORS, 0);
    SparkSettings settings = SparkSettings.of(cluster);
    long begin = System.nanoTime();
    try (EvalModel model = source.describe();
        Application application = Application.start(settings, cluster, QUIET)) {
      double[] seconds = new double[2];
      SpreadRun spread = new SpreadRun(application, settings, cluster);
      RunPlan plan = plan(source, model, SAMPLES, 1);
      Broadcast<ExecutorSetup> setup = spread.prepare(source, model.card(), plan, QUIET);
      for (int samples : List.of(WARM_UP, SAMPLES)) {
        Path run = fresh();
        RunPlan part = plan(source, model, samples, 1);
        try (RunSession session = RunSession.open(model.card(), part, run, false, "1", QUIET)) {
          Arrivals arrivals = new Arrivals(session, run, application.register(), spread::cancel);
          long start = System.nanoTime();
          spread.run(spread.batches(session.jobs()), setup, new AnswerWork(), arrivals);
          arrivals.rethrow();
          long end = System.nanoTime();
          seconds = new double[] {(start - begin) / 1e9, (end - start) / 1e9};
        }
      }
      return seconds;
    }
  }

  @Test
  void sameWorkOnBothEngines() throws Exception {
    EvalSpec source = EvalSpec.of("embedded");
    try (EvalModel model = source.open(1)) {
      for (int round = 0; round < ROUNDS; round++) {
        double here = local(source, model);
        double[] there = spark(source);
        System.out.printf(
            Locale.ROOT,
            "BENCH engines: %d answers: local %.2f s; Spark %.2f s (%.3f of it), before that %.1f s"
                + " of start, opening and warm-up%n",
            2 * SAMPLES * SETTINGS.size(),
            here,
            there[1],
            there[1] / here,
            there[0]);
      }
    }
  }
}
