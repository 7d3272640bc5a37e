package io.qcpruner.spark;

import io.qcpruner.eval.calibrate.LayerStability;
import io.qcpruner.eval.cluster.ClusterSettings;
import io.qcpruner.eval.cluster.EngineSummary;
import io.qcpruner.eval.cluster.EvalEngine;
import io.qcpruner.eval.cluster.RunSource;
import io.qcpruner.eval.cluster.RunTarget;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.RunJob;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.RunSession;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.broadcast.Broadcast;

/**
 * The engine that spreads a run over the executors of a Spark cluster. The driver alone writes the
 * run folder; answers reach it as task results.
 */
public final class SparkEngine implements EvalEngine {

  @Override
  public String name() {
    return "spark";
  }

  @Override
  public void check(ClusterSettings cluster) {
    SparkSettings.of(cluster);
  }

  @Override
  public EvalModel open(RunSource source) throws IOException {
    return source.describe();
  }

  @Override
  public EngineSummary run(
      RunSource source, EvalModel model, RunPlan plan, RunTarget target, ClusterSettings cluster)
      throws IOException {
    SparkSettings settings = SparkSettings.of(cluster);
    try (RunSession session =
        RunSession.open(
            model.card(), plan, target.folder(), target.resume(), target.version(), target.out())) {
      return session.jobs().isEmpty()
          ? nothing(session, settings)
          : spread(source, model, session, target, cluster, settings);
    }
  }

  private EngineSummary nothing(RunSession session, SparkSettings settings) {
    return new EngineSummary(
        session.summary(0, 1),
        Optional.of(new EngineSummary.ClusterUse(name(), 0, settings.cores(), 0, 0, 0)));
  }

  private EngineSummary spread(
      RunSource source,
      EvalModel model,
      RunSession session,
      RunTarget target,
      ClusterSettings cluster,
      SparkSettings asked)
      throws IOException {
    SparkSettings settings = announce(source, asked, target.out());
    DriverMemory.of(session.plan()).warning().ifPresent(target.out()::println);
    try (Application application = Application.start(settings, cluster, target.out())) {
      ExecutorRegister register = application.register();
      RunFiles.spark(target.folder(), application.context().version(), settings);
      SpreadRun run = new SpreadRun(application, settings, cluster);
      Arrivals arrivals = new Arrivals(session, target.folder(), register, run::cancel);
      int slots;
      Interruption interruption = Interruption.of(arrivals);
      try {
        Broadcast<ExecutorSetup> setup =
            run.prepare(source, model.card(), session.plan(), target.out());
        slots = application.slots();
        run.run(run.batches(session.jobs()), setup, new AnswerWork(), arrivals);
      } catch (IOException e) {
        // a job that was cancelled fails too; what stopped it says why
        arrivals.rethrow();
        throw e;
      } finally {
        interruption.remove();
        RunFiles.executors(target.folder(), register);
      }
      arrivals.rethrow();
      return new EngineSummary(
          session.summary(arrivals.modelSeconds(), slots),
          Optional.of(
              new EngineSummary.ClusterUse(
                  name(),
                  register.all(),
                  settings.cores(),
                  register.lost(),
                  register.repeated(),
                  arrivals.duplicates())));
    }
  }

  @Override
  public void measure(
      RunSource source,
      EvalModel model,
      RunPlan plan,
      LayerStability stability,
      RunTarget target,
      ClusterSettings cluster)
      throws IOException {
    SparkSettings settings = announce(source, SparkSettings.of(cluster), target.out());
    List<RunJob> jobs = new ArrayList<>();
    for (RunPlan.Work work : plan.work()) {
      plan.samples(work).forEach(s -> jobs.add(new RunJob(work.task(), s, plan.settings())));
    }
    try (Application application = Application.start(settings, cluster, target.out())) {
      SpreadRun run = new SpreadRun(application, settings, cluster);
      Broadcast<ExecutorSetup> setup = run.prepare(source, model.card(), plan, target.out());
      List<TaskBatch> batches = run.batches(jobs);
      Measurements measured = new Measurements(batches, run::cancel, target.out());
      try {
        run.run(batches, setup, new MeasureWork(stability.protocol()), measured);
      } catch (IOException e) {
        measured.rethrow();
        throw e;
      }
      measured.addTo(stability);
    }
  }

  /**
   * Says what executors need and what is unsafe; returns the settings with memory for the model.
   */
  private static SparkSettings announce(RunSource source, SparkSettings settings, PrintStream out)
      throws IOException {
    if (settings.master().inProcess()) {
      return settings;
    }
    ExecutorMemory memory = ExecutorMemory.of(source.memory(), settings);
    out.println(memory);
    if (settings.isOpenToTheNetwork()) {
      out.println(
          "who reaches Spark's ports can run code there: use a trusted network or"
              + " --spark-conf spark.authenticate=true (docs/spark.md)");
    }
    return memory.applyTo(settings);
  }
}
