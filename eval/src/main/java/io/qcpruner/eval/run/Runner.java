package io.qcpruner.eval.run;

import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.task.Profile;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.Task;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Runs a plan into a run folder. What is already recorded is not run again, so the same call also
 * continues a run that was stopped.
 */
public final class Runner {

  private final EvalModel model;
  private final RunPlan plan;
  private final RecordStore store;
  private final Progress progress;
  private final AtomicLong modelNanos = new AtomicLong();
  private final AtomicInteger answers = new AtomicInteger();

  private Runner(EvalModel model, RunPlan plan, RecordStore store, Progress progress) {
    this.model = model;
    this.plan = plan;
    this.store = store;
    this.progress = progress;
  }

  /**
   * What a call of {@link #run} did.
   *
   * @param answers new records
   * @param wallSeconds time of the whole call
   * @param modelSeconds time inside the model, summed over threads
   */
  public record Summary(int answers, double wallSeconds, double modelSeconds, int threads) {
    /** Share of the time that was not the model's. */
    public double overhead() {
      double all = wallSeconds * threads;
      return all == 0 ? 0 : Math.max(0, 1 - modelSeconds / all);
    }
  }

  /** One sample with the settings that it still lacks. */
  private record Job(Task task, Sample sample, List<Setting> settings) {}

  /**
   * @param resume whether the folder may already hold records
   * @param version of this program, for the manifest
   */
  public static Summary run(
      EvalModel model, RunPlan plan, Path folder, boolean resume, String version, PrintStream out)
      throws IOException {
    long start = System.nanoTime();
    prepare(plan.manifest(model.card(), version), folder, resume);
    try (RecordStore store = RecordStore.open(folder.resolve(plan.shard().fileName()))) {
      List<Job> jobs = jobs(plan, store);
      long missing = jobs.stream().mapToLong(job -> job.settings.size()).sum();
      Progress progress =
          new Progress(out, System.console() != null, missing + store.size(), store.size(), start);
      Runner runner = new Runner(model, plan, store, progress);
      runner.work(jobs);
      double wall = (System.nanoTime() - start) / 1e9;
      return new Summary(runner.answers.get(), wall, runner.modelNanos.get() / 1e9, plan.threads());
    }
  }

  private static void prepare(RunManifest manifest, Path folder, boolean resume)
      throws IOException {
    Files.createDirectories(folder);
    if (!RunManifest.exists(folder)) {
      manifest.write(folder);
      return;
    }
    if (!resume) {
      throw new RunException(folder + " already holds a run; continue it with --resume");
    }
    RunManifest before = RunManifest.read(folder);
    RunManifest union = before.continuedBy(manifest);
    if (!union.equals(before)) {
      union.write(folder);
    }
  }

  private static List<Job> jobs(RunPlan plan, RecordStore store) {
    List<Job> jobs = new ArrayList<>();
    for (RunPlan.Work work : plan.work()) {
      List<Sample> samples = work.data().samples();
      int end = plan.limit() == 0 ? samples.size() : Math.min(plan.limit(), samples.size());
      for (int i = 0; i < end; i++) {
        if (plan.shard().has(i)) {
          Sample sample = samples.get(i);
          List<Setting> missing = new ArrayList<>(plan.settings());
          missing.removeIf(
              s -> store.has(new RunRecord.Key(work.task().key(), sample.row(), s.key())));
          if (!missing.isEmpty()) {
            jobs.add(new Job(work.task(), sample, missing));
          }
        }
      }
    }
    return jobs;
  }

  private void work(List<Job> jobs) throws IOException {
    if (plan.threads() == 1) {
      for (Job job : jobs) {
        answer(job);
      }
      return;
    }
    ExecutorService pool = Executors.newFixedThreadPool(plan.threads());
    try {
      AtomicInteger next = new AtomicInteger();
      List<Future<?>> workers = new ArrayList<>();
      for (int t = 0; t < plan.threads(); t++) {
        workers.add(
            pool.submit(
                () -> {
                  for (int i = next.getAndIncrement();
                      i < jobs.size();
                      i = next.getAndIncrement()) {
                    try {
                      answer(jobs.get(i));
                    } catch (IOException | RuntimeException e) {
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
      pool.shutdownNow();
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
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunException("interrupted; continue with --resume", e);
    }
  }

  private void answer(Job job) throws IOException {
    long start = System.nanoTime();
    EvalModel.Loaded loaded;
    try {
      loaded = model.load(job.sample);
    } catch (IOException e) {
      if (!plan.recordBroken()) {
        throw new RunException(
            job.task.key()
                + " sample "
                + job.sample.id()
                + ": "
                + e.getMessage()
                + " (--skip-broken records such samples as wrong)",
            e);
      }
      broken(job, e);
      return;
    }
    modelNanos.addAndGet(System.nanoTime() - start);
    try (loaded) {
      int tokens = job.task.maxNewTokens(model.card().family());
      for (Setting setting : job.settings) {
        long before = System.nanoTime();
        Answer answer = loaded.answer(setting, tokens);
        modelNanos.addAndGet(System.nanoTime() - before);
        record(
            job, setting, answer, job.task.score(job.sample, model.card().family(), answer.text()));
      }
    }
  }

  private void broken(Job job, IOException e) throws IOException {
    Answer nothing =
        new Answer("", 0, "error: " + e.getMessage(), 0, 0, new int[0], Map.of(), List.of(), 0);
    Outcome outcome = job.task.score(job.sample, model.card().family(), "");
    Outcome wrong =
        new Outcome(
            outcome.unit(),
            outcome.group(),
            outcome.tags(),
            0,
            false,
            outcome.predicted(),
            outcome.gold());
    for (Setting setting : job.settings) {
      record(job, setting, nothing, wrong);
    }
  }

  private void record(Job job, Setting setting, Answer answer, Outcome outcome) throws IOException {
    String profile = Profile.of(model.card().family()).label();
    store.append(RunRecord.of(job.task.key(), profile, job.sample, setting, answer, outcome));
    answers.incrementAndGet();
    progress.step(job.task.key() + " " + setting, System.nanoTime());
  }
}
