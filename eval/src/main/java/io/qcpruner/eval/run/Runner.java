package io.qcpruner.eval.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs a plan into a run folder in this process. What is already recorded is not run again, so the
 * same call also continues a run that was stopped.
 */
public final class Runner {

  private final SampleAnswering answering;
  private final RunSession session;
  private final AtomicLong modelNanos = new AtomicLong();

  private Runner(SampleAnswering answering, RunSession session) {
    this.answering = answering;
    this.session = session;
  }

  /**
   * What a run did since it was started or resumed.
   *
   * @param answers new records
   * @param wallSeconds time of the whole call
   * @param modelSeconds time inside the model, summed over threads
   * @param threads samples that were worked on at a time
   */
  public record Summary(int answers, double wallSeconds, double modelSeconds, int threads) {
    /** Share of the time that was not the model's. */
    public double overhead() {
      double all = wallSeconds * threads;
      return all == 0 ? 0 : Math.max(0, 1 - modelSeconds / all);
    }
  }

  /**
   * @param resume whether the folder may already hold records
   * @param version of this program, for the manifest
   */
  public static Summary run(
      EvalModel model, RunPlan plan, Path folder, boolean resume, String version, PrintStream out)
      throws IOException {
    try (RunSession session = RunSession.open(model.card(), plan, folder, resume, version, out)) {
      Runner runner = new Runner(new SampleAnswering(model, plan.recordBroken()), session);
      runner.work(session.jobs(), plan.threads());
      return session.summary(runner.modelNanos.get() / 1e9, plan.threads());
    }
  }

  private void work(List<RunJob> jobs, int threads) throws IOException {
    if (threads == 1) {
      for (RunJob job : jobs) {
        answer(job);
      }
      return;
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    AtomicInteger next = new AtomicInteger();
    try {
      List<Future<?>> workers = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        workers.add(
            pool.submit(
                () -> {
                  for (int i = next.getAndIncrement();
                      i < jobs.size();
                      i = next.getAndIncrement()) {
                    try {
                      answer(jobs.get(i));
                    } catch (IOException | RuntimeException | Error e) {
                      next.set(jobs.size());
                      throw e;
                    }
                  }
                  return null;
                }));
      }
      for (Future<?> worker : workers) {
        await(worker);
      }
    } finally {
      next.set(jobs.size());
      pool.shutdownNow();
      awaitAll(pool);
    }
  }

  /** The model may be closed next, and its memory must not be read then: nothing shortens this. */
  private static void awaitAll(ExecutorService pool) {
    boolean interrupted = false;
    for (boolean ended = false; !ended; ) {
      try {
        ended = pool.awaitTermination(1, TimeUnit.DAYS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void await(Future<?> worker) throws IOException {
    try {
      worker.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      if (e.getCause() instanceof RuntimeException runtime) {
        throw runtime;
      }
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnfinishedRunException("interrupted; the run can be continued", e);
    }
  }

  private void answer(RunJob job) throws IOException {
    modelNanos.addAndGet(answering.answer(job, () -> false, session::append));
  }
}
