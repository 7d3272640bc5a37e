package io.qcpruner.cli.bench;

import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.prune.PruneResult;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.signal.Signals;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * Times the decisions of methods on drawn signals. What the engine computes for a method (states,
 * attention, cosines that are asked for as a signal) is drawn before and not part of the time.
 */
final class MethodBench {

  private static final int MIN_WARM_UP = 2;

  private final MethodWorkload workload;
  private final int runs;
  private final long warmUpNanos;

  /**
   * @param warmUpNanos rounds are not counted until this much time has passed, and at least two
   */
  MethodBench(MethodWorkload workload, int runs, long warmUpNanos) {
    this.workload = workload;
    this.runs = runs;
    this.warmUpNanos = warmUpNanos;
  }

  /** One decision after another: those of a method's stages. */
  private record StageCase(Stage stage, Signals signals) {}

  MethodTime measure(MethodSpec method) {
    Pruner pruner;
    List<StageCase> cases;
    try {
      pruner = Methods.create(method, workload.facts());
      pruner.requireBudget(method.requireBudget(), workload.tokens());
      cases = cases(pruner, method);
    } catch (PruningRefusedException e) {
      return new MethodTime(method, workload.label(), OptionalDouble.empty(), 0, e.getMessage());
    }
    long from = System.nanoTime();
    for (int i = 0; i < MIN_WARM_UP || System.nanoTime() - from < warmUpNanos; i++) {
      round(pruner, method, cases);
    }
    double[] millis = new double[runs];
    PruneResult last = null;
    for (int i = 0; i < runs; i++) {
      long start = System.nanoTime();
      last = round(pruner, method, cases);
      millis[i] = (System.nanoTime() - start) / 1e6;
    }
    return new MethodTime(
        method,
        workload.label(),
        OptionalDouble.of(Median.of(DoubleStream.of(millis))),
        last.trace().kept().length,
        "");
  }

  private static PruneResult round(Pruner pruner, MethodSpec method, List<StageCase> cases) {
    PruneResult result = null;
    for (StageCase each : cases) {
      result = pruner.plan(each.stage, each.signals, method.requireBudget());
    }
    return result;
  }

  /** Signals of every stage: those after the first see what the stages before them left. */
  private List<StageCase> cases(Pruner pruner, MethodSpec method) {
    List<StageCase> out = new ArrayList<>();
    TokenLayout layout = workload.layout(pruner.comparesFrames());
    for (Stage stage : pruner.stages()) {
      Signals signals = new DrawnSignals(workload, layout);
      out.add(new StageCase(stage, signals));
      PruneResult result = pruner.plan(stage, signals, method.requireBudget());
      layout =
          stage.onTower()
              ? workload.after(result.plan().rows().size())
              : layout.select(result.plan().rows().primarySources());
    }
    return out;
  }
}
