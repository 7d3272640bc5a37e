package io.qcpruner.eval.run;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.task.Sample;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An open run folder: knows which answers are missing and writes those that arrive. Every engine
 * writes through this class, so run folders do not depend on the engine.
 */
public final class RunSession implements Closeable {

  private final RunPlan plan;
  private final RecordStore store;
  private final RunProgress progress;
  private final List<RunJob> jobs;
  private final long startNanos;
  private final ManifestEntry manifest;
  private final Set<String> untried = new HashSet<>();
  private final List<RunRecord> held = new ArrayList<>();
  private boolean entered;
  private int answers;

  private RunSession(
      RunPlan plan, RecordStore store, PrintStream out, long startNanos, ManifestEntry manifest)
      throws IOException {
    this.plan = plan;
    this.store = store;
    this.startNanos = startNanos;
    this.jobs = missing(plan, store);
    long missing = jobs.stream().mapToLong(job -> job.settings().size()).sum();
    this.progress =
        new RunProgress(
            out, System.console() != null, missing + store.size(), store.size(), startNanos);
    this.manifest = manifest;
    jobs.forEach(job -> job.settings().forEach(setting -> untried.add(setting.toString())));
    if (untried.isEmpty()) {
      enter();
    }
  }

  /** Enters this run's tasks and settings in the folder's manifest. */
  @FunctionalInterface
  private interface ManifestEntry {
    void write() throws IOException;
  }

  /**
   * Opens a folder for this process alone and lists what is missing.
   *
   * @param resume whether the folder may already hold records
   * @param version of this program, for the manifest
   */
  public static RunSession open(
      ModelCard model, RunPlan plan, Path folder, boolean resume, String version, PrintStream out)
      throws IOException {
    long start = System.nanoTime();
    RunManifest manifest = plan.manifest(model, version);
    Files.createDirectories(folder);
    manifest.mayContinue(folder, resume);
    RecordStore store = RecordStore.open(folder.resolve(plan.shard().fileName()));
    try {
      return new RunSession(plan, store, out, start, () -> manifest.join(folder, resume));
    } catch (IOException | RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private static List<RunJob> missing(RunPlan plan, RecordStore store) {
    List<RunJob> jobs = new ArrayList<>();
    for (RunPlan.Work work : plan.work()) {
      for (Sample sample : plan.samples(work)) {
        List<MethodSpec> missing = new ArrayList<>(plan.settings());
        missing.removeIf(
            s -> store.has(new RunRecord.Key(work.task().key(), sample.row(), s.toString())));
        if (!missing.isEmpty()) {
          jobs.add(new RunJob(work.task(), sample, missing));
        }
      }
    }
    return List.copyOf(jobs);
  }

  public RunPlan plan() {
    return plan;
  }

  /** What was missing when the folder was opened, in the order of the plan. */
  public List<RunJob> jobs() {
    return jobs;
  }

  /** Whether an answer is already in the folder or about to be written to it. */
  public synchronized boolean has(RunRecord.Key key) {
    return store.has(key) || held.stream().anyMatch(record -> record.key().equals(key));
  }

  /** Writes an answer and moves the progress bar; after a failure all earlier answers are safe. */
  public synchronized void append(RunRecord record) throws IOException {
    append(record, "");
  }

  /**
   * As {@link #append(RunRecord)}.
   *
   * @param note added to the label of the progress bar
   */
  public synchronized void append(RunRecord record, String note) throws IOException {
    // a setting that the model refuses must not stay in the manifest, so the first answers wait
    // until each setting has been served once
    held.add(record);
    untried.remove(record.setting());
    if (entered || untried.isEmpty() || held.size() >= plan.settings().size()) {
      enter();
    }
    answers++;
    progress.step(record.benchmark() + " " + record.setting() + note, System.nanoTime());
  }

  private void enter() throws IOException {
    if (!entered) {
      manifest.write();
      entered = true;
    }
    for (RunRecord record : held) {
      store.append(record);
    }
    held.clear();
  }

  /** What was done since the folder was opened. */
  public synchronized Runner.Summary summary(double modelSeconds, int slots) {
    double wall = (System.nanoTime() - startNanos) / 1e9;
    return new Runner.Summary(answers, wall, modelSeconds, slots);
  }

  @Override
  public void close() throws IOException {
    progress.close();
    store.close();
  }
}
