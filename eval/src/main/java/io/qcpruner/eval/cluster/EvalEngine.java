package io.qcpruner.eval.cluster;

import io.qcpruner.eval.calibrate.LayerStability;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.RunPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Does the work of an evaluation somewhere. {@code local} is built in; others are found by {@link
 * ServiceLoader} when their module is on the class path.
 */
public interface EvalEngine {

  /** Name on the command line. */
  String name();

  /** Refuses options that this engine can't take, before anything is opened. */
  void check(ClusterSettings cluster);

  /** The model as this process needs it: ready to answer, or for its card alone. */
  EvalModel open(RunSource source) throws IOException;

  /**
   * Runs what is missing of a plan into a run folder.
   *
   * @param model from {@link #open}
   */
  EngineSummary run(
      RunSource source, EvalModel model, RunPlan plan, RunTarget target, ClusterSettings cluster)
      throws IOException;

  /** Adds every sample of the work to a layer-stability measurement, in the order of the data. */
  void measure(
      RunSource source,
      EvalModel model,
      RunPlan plan,
      LayerStability stability,
      RunTarget target,
      ClusterSettings cluster)
      throws IOException;

  /** The engine of a name. */
  static EvalEngine named(String name) {
    EvalEngine local = new LocalEvalEngine();
    if (local.name().equals(name)) {
      // others are not even looked for
      return local;
    }
    List<EvalEngine> engines = new ArrayList<>();
    engines.add(local);
    ServiceLoader.load(EvalEngine.class).forEach(engines::add);
    return engines.stream()
        .filter(engine -> engine.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no engine "
                        + name
                        + " on the class path, only "
                        + engines.stream().map(EvalEngine::name).toList()));
  }
}
