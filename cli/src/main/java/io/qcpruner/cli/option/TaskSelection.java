package io.qcpruner.cli.option;

import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskOptions;
import io.qcpruner.tasks.EvalSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where benchmark data lie, and how answers are scored. */
public final class TaskSelection {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Data folder with the public benchmark files (layout: docs/eval.md).")
  private Path data;

  @Option(
      names = "--allow-partial",
      description = "Accept data sets with fewer rows than published.")
  private boolean allowPartial;

  @Option(
      names = "--guess-unparsed",
      description = "Draw a letter for answers without one, as the references do.")
  private boolean guess;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "42",
      description = "Seed of those draws (default: ${DEFAULT-VALUE}).")
  private long seed;

  public TaskOptions options() {
    return new TaskOptions(
        guess, seed, TaskOptions.PAPER.ocrLegacyLowercase(), TaskOptions.PAPER.mmbenchKeepNan());
  }

  /** A serializable description of model and tasks. */
  public EvalSpec spec(ModelOptions model, int frames, boolean sharePrefix) throws IOException {
    // a download shows its progress here; all that follow find the model in the cache
    model.folder();
    return new EvalSpec(
        model.reference(),
        model.threads(),
        data == null ? "" : data.toString(),
        allowPartial,
        options(),
        frames,
        sharePrefix);
  }

  /** The data folder, if one was named; the caller closes it after the run. */
  public Optional<DataRoot> open() throws IOException {
    return data == null ? Optional.empty() : Optional.of(new DataRoot(data, allowPartial));
  }

  public List<RunPlan.Work> load(List<Task> tasks, Optional<DataRoot> root, ModelProfile family)
      throws IOException {
    return RunPlan.load(tasks, root, family);
  }
}
