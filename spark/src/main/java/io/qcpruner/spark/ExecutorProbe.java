package io.qcpruner.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/** Asks every executor for its facts before the work is distributed. */
final class ExecutorProbe {

  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long PAUSE_MILLIS = 100;

  private ExecutorProbe() {}

  /** Occupies its slot long enough for the other tasks to reach other executors. */
  private static final class Report implements BatchWork {
    private static final long serialVersionUID = 1;

    @Override
    public BatchAnswers run(ExecutorModel model, TaskBatch batch, TaskView task) {
      ExecutorFacts facts = model.facts();
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return new BatchAnswers(List.of(), 0, facts, null);
    }
  }

  /** Returns when all known executors have answered, or after ten seconds. */
  static void run(
      JavaSparkContext context,
      Broadcast<ExecutorSetup> setup,
      ExecutorRegister register,
      int answersAtOnce)
      throws IOException, SparkException {
    long start = System.nanoTime();
    do {
      List<TaskBatch> probes = new ArrayList<>();
      for (int i = 0; i < Math.max(1, register.alive()) * answersAtOnce; i++) {
        probes.add(new TaskBatch(i, "probe", new int[0], new String[0][]));
      }
      List<byte[]> answers = new ArrayList<>();
      ResultJob.run(context, probes, setup, new Report(), (index, bytes) -> answers.add(bytes));
      for (byte[] answer : answers) {
        register.met(BatchAnswers.parse(answer).executor());
      }
    } while (!register.complete() && System.nanoTime() - start < MAX_NANOS);
  }
}
