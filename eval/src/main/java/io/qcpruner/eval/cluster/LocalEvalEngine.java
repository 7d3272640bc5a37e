package io.qcpruner.eval.cluster;

import io.qcpruner.eval.calibrate.LayerStability;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.RunProgress;
import io.qcpruner.eval.run.Runner;
import io.qcpruner.eval.task.Sample;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The engine that answers in this process. */
final class LocalEvalEngine implements EvalEngine {

  @Override
  public String name() {
    return "local";
  }

  @Override
  public void check(ClusterSettings cluster) {
    if (!cluster.equals(ClusterSettings.NONE)) {
      throw new NoClusterException(
          "a cluster was named, but this engine works on this machine alone");
    }
  }

  @Override
  public EvalModel open(RunSource source) throws IOException {
    return source.open(0);
  }

  @Override
  public EngineSummary run(
      RunSource source, EvalModel model, RunPlan plan, RunTarget target, ClusterSettings cluster)
      throws IOException {
    Runner.Summary summary =
        Runner.run(model, plan, target.folder(), target.resume(), target.version(), target.out());
    return new EngineSummary(summary, Optional.empty());
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
    for (RunPlan.Work work : plan.work()) {
      List<Sample> samples = plan.samples(work);
      try (RunProgress progress =
          new RunProgress(
              target.out(), System.console() != null, samples.size(), 0, System.nanoTime())) {
        for (Sample sample : samples) {
          try (EvalModel.Loaded loaded = model.load(sample)) {
            stability.add(loaded.cues());
          }
          progress.step(work.task().key(), System.nanoTime());
        }
      }
    }
  }
}
