package io.qcpruner.spark;

import io.qcpruner.eval.cluster.ClusterSettings;
import io.qcpruner.eval.cluster.ProgramVersion;
import io.qcpruner.eval.cluster.RunSource;
import io.qcpruner.eval.run.ModelCard;
import io.qcpruner.eval.run.RunException;
import io.qcpruner.eval.run.RunJob;
import io.qcpruner.eval.run.RunPlan;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.SparkException;
import org.apache.spark.broadcast.Broadcast;

/** One piece of work on one application: probe, batches, one job, and why it failed. */
final class SpreadRun {

  private static final Pattern FAILED_TASK = Pattern.compile("Task (\\d+) in stage");

  private final Application application;
  private final SparkSettings settings;
  private final ClusterSettings cluster;
  private final String run = UUID.randomUUID().toString();

  SpreadRun(Application application, SparkSettings settings, ClusterSettings cluster) {
    this.application = application;
    this.settings = settings;
    this.cluster = cluster;
  }

  /** Stops the job; running batches notice it between two steps. */
  void cancel() {
    application.context().cancelJobGroup(run);
  }

  /** Makes ready: waits for executors, sends the setup, calls the roll. */
  Broadcast<ExecutorSetup> prepare(RunSource source, ModelCard model, RunPlan plan, PrintStream out)
      throws IOException {
    application.awaitExecutors(cluster, out);
    List<String> shipped =
        cluster.shipModel() ? ShippedModel.send(application.context(), source) : List.of();
    Map<String, String> checksums = new TreeMap<>();
    plan.work().forEach(work -> checksums.put(work.task().key(), work.data().checksum()));
    ExecutorSetup setup =
        new ExecutorSetup(
            run,
            settings.master().inProcess()
                ? source
                : source.downloading(cluster.executorDownloads()),
            settings.threads(),
            model.checksum(),
            checksums,
            ProgramVersion.current(),
            plan.recordBroken(),
            cluster.taskTimeout().toSeconds(),
            shipped);
    Broadcast<ExecutorSetup> sent = application.context().broadcast(setup);
    application.context().setJobGroup(run, "qcpruner eval", false);
    try {
      ExecutorProbe.run(
          application.context(), sent, application.register(), settings.answersAtOnce());
    } catch (SparkException | RuntimeException e) {
      throw failure(e, List.of());
    }
    application.register().warnings().forEach(out::println);
    return sent;
  }

  List<TaskBatch> batches(List<RunJob> jobs) {
    return BatchPlan.of(
        jobs, BatchPlan.samplesPerTask(jobs.size(), application.slots(), cluster.samplesPerTask()));
  }

  /** Runs all batches; what the handler kept as a failure is the caller's to throw. */
  void run(
      List<TaskBatch> batches,
      Broadcast<ExecutorSetup> setup,
      BatchWork work,
      ResultHandler handler)
      throws IOException {
    try {
      ResultJob.run(application.context(), batches, setup, work, handler);
    } catch (SparkException | RuntimeException e) {
      throw failure(e, batches);
    } finally {
      ExecutorModel.release(run);
    }
  }

  /** Spark's exception as a message about the run. */
  private RunException failure(Exception e, List<TaskBatch> batches) {
    String text = String.valueOf(e.getMessage());
    Matcher task = FAILED_TASK.matcher(text);
    if (task.find() && Integer.parseInt(task.group(1)) < batches.size()) {
      TaskBatch batch = batches.get(Integer.parseInt(task.group(1)));
      if (text.contains("ExecutorLostFailure")) {
        return new RunException(
            batch.name()
                + " ended "
                + settings.maxFailures()
                + " executors; find the sample with --samples-per-task 1 --resume",
            e);
      }
      String first =
          application.register().firstFailure(batch.index()).orElseGet(() -> cause(e, text));
      return new RunException(first + "; continue with --resume", e);
    }
    return new RunException(cause(e, text) + "; continue with --resume", e);
  }

  private static String cause(Throwable e, String text) {
    return e.getCause() instanceof SparkException || e.getCause() == null
        ? text.lines().findFirst().orElse(text)
        : ExecutorModel.text(e.getCause());
  }
}
