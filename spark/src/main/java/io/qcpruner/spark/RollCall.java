package io.qcpruner.spark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkException;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;

/** Asks every executor what it is before work is dealt out. */
final class RollCall {

  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long PAUSE_MILLIS = 100;

  private RollCall() {}

  /** A task that stays long enough for the others to go elsewhere. */
  private static final class Say implements BatchWork {
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

  /** Returns when all executors that are there have answered, or after ten seconds. */
  static void hold(
      JavaSparkContext context,
      Broadcast<ExecutorSetup> setup,
      ExecutorRegister register,
      int answersAtOnce)
      throws IOException, SparkException {
    long start = System.nanoTime();
    do {
      List<TaskBatch> calls = new ArrayList<>();
      for (int i = 0; i < Math.max(1, register.alive()) * answersAtOnce; i++) {
        calls.add(new TaskBatch(i, "roll call", new int[0], new String[0][]));
      }
      List<byte[]> answers = new ArrayList<>();
      ResultJob.run(context, calls, setup, new Say(), (index, bytes) -> answers.add(bytes));
      for (byte[] answer : answers) {
        register.met(BatchAnswers.parse(answer).executor());
      }
    } while (!register.complete() && System.nanoTime() - start < MOST_NANOS);
  }
}
