package io.qcpruner.eval.run;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.TaskOptions;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run in a process of its own, for {@link KillTest}. */
public final class KillableRun {

  static final List<MethodSpec> SETTINGS =
      List.of(MethodSpec.FULL, MethodSpec.parse("a@32"), MethodSpec.parse("b:rho=0.4@8"));
  static final int SAMPLES = 150;

  private KillableRun() {}

  public static void main(String[] args) throws Exception {
    run(Path.of(args[0]), Long.parseLong(args[1]));
  }

  static Runner.Summary run(Path folder, long delay) throws Exception {
    EvalModel model = new FakeModel(ModelProfile.LLAVA_1_5, "c0ffee", delay);
    List<RunPlan.Work> work =
        RunPlan.load(List.of(new FakeTask("t", SAMPLES)), Optional.empty(), ModelProfile.LLAVA_1_5);
    PrintStream quiet = new PrintStream(OutputStream.nullOutputStream());
    RunPlan plan =
        new RunPlan(work, SETTINGS, 0, Shard.WHOLE, 2, false, TaskOptions.PAPER, Map.of());
    return Runner.run(model, plan, folder, true, "test", quiet);
  }
}
