package io.qcpruner.eval.report;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.utility.Utility;
import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.eval.run.Answer;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.run.ModelCard;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.Runner;
import io.qcpruner.eval.run.Shard;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.eval.task.TaskOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A run whose scores are known: of each task, a setting answers the first questions rightly, as
 * many as the script says. 64 tokens, 1000 rows in a decoder of 32 layers; pruned settings keep
 * their budget and 500 rows from layer 2 on.
 *
 * @param right by setting, the number of right answers of each task in order
 */
public record ScriptedRun(List<Task> tasks, Map<MethodSpec, int[]> right) implements EvalModel {

  static final int LAYERS = 32;

  @Override
  public ModelCard card() {
    PrefillFlops decoder = new PrefillFlops(4096, 1, LAYERS, 1, 1, 1);
    return new ModelCard("scripted", ModelProfile.LLAVA_1_5.family(), "c0ffee", decoder);
  }

  @Override
  public Loaded load(Sample sample) {
    return new Loaded() {
      @Override
      public Answer answer(MethodSpec setting, int maxNewTokens, BooleanSupplier cancelled) {
        return ScriptedRun.this.answer(sample, setting);
      }

      @Override
      public List<Utility> cues() {
        throw new UnsupportedOperationException();
      }

      @Override
      public void close() {}
    };
  }

  private Answer answer(Sample sample, MethodSpec setting) {
    String task = sample.media().name().replaceAll("\\d", "");
    int place = tasks.stream().map(Task::key).toList().indexOf(task);
    boolean good = sample.row() < right.get(setting)[place];
    int[] rows = new int[LAYERS];
    Arrays.fill(rows, setting.isFull() ? 1000 : 500);
    Arrays.fill(rows, 0, 2, 1000);
    int kept = setting.isFull() ? 64 : Integer.parseInt(setting.budgetText());
    return new Answer(
        good ? sample.gold() : "",
        1,
        "stop",
        64,
        kept,
        rows,
        0,
        Map.of("prefill", 2.0 + sample.row() % 2, "decode_per_token", 0.25),
        List.of(),
        setting.isFull() ? 3_000_000_000L : 0);
  }

  /**
   * Writes the run.
   *
   * @param limit samples of each task, 0 for all
   */
  void run(Path folder, int limit) throws IOException {
    RunPlan plan =
        new RunPlan(
            RunPlan.load(tasks, Optional.empty(), ModelProfile.LLAVA_1_5),
            List.copyOf(right.keySet()),
            limit,
            Shard.WHOLE,
            1,
            false,
            TaskOptions.PAPER,
            Map.of());
    PrintStream quiet = new PrintStream(OutputStream.nullOutputStream());
    Runner.run(this, plan, folder, false, "1", quiet);
  }

  /** Writes the run and reads it: an answer without text is one that could not be parsed. */
  public ScoreBook book(Path folder, int limit) throws IOException {
    run(folder, limit);
    return ScoreBook.read(
        RunFolder.open(folder),
        new TaskCatalog(TaskOptions.PAPER, tasks),
        record ->
            Optional.of(record.text().isEmpty() ? record.outcome().unparsed() : record.outcome()));
  }

  @Override
  public void close() {}
}
