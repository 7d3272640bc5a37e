package io.qcpruner.cli;

import io.qcpruner.cli.option.TaskSelection;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.report.ExternalScores;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.report.ScoresJson;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunPlan;
import io.qcpruner.eval.run.Runner;
import io.qcpruner.eval.run.StoredAnswers;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.tasks.PocketTask;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Scores answers that another program wrote. */
@Command(
    name = "score",
    description = "Score an answer file in LLaVA's format by this project's rules.",
    footer = {
      "",
      "Example:",
      "  qcpruner data score --task pope --answers llava-v1.5-13b.jsonl --data /data/eval \\",
      "    --out runs/public"
    },
    mixinStandardHelpOptions = true)
final class DataScoreCommand implements Callable<Integer> {

  @Mixin private TaskSelection tasks;

  @Option(names = "--task", required = true, paramLabel = "TASK", description = "Benchmark.")
  private String task;

  @Option(
      names = "--answers",
      required = true,
      paramLabel = "FILE",
      description = "JSON lines with question_id and text.")
  private Path answers;

  @Option(
      names = "--family",
      paramLabel = "FAMILY",
      description = "Whose prompts and scorer, by family; default: those of LLaVA-1.5.")
  private String family;

  @Option(names = "--out", required = true, paramLabel = "DIR", description = "Run folder.")
  private Path out;

  @Option(names = "--resume", description = "Add to a run folder that has records.")
  private boolean resume;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    ModelProfile profile = family == null ? ModelProfile.DEFAULT : ModelProfile.named(family);
    TaskCatalog catalog = PocketTask.catalog(tasks.options());
    Optional<DataRoot> data = tasks.open();
    try {
      List<RunPlan.Work> work = tasks.load(List.of(catalog.task(task)), data, profile);
      Runner.run(
          new StoredAnswers(answers, profile),
          RunPlan.simple(work, List.of(MethodSpec.FULL)),
          out,
          resume,
          new Version().getVersion()[0],
          System.err);
    } finally {
      if (data.isPresent()) {
        data.get().close();
      }
    }
    ScoreBook book =
        ScoreBook.read(RunFolder.open(out), catalog, ScoreBook.Verdicts.ofRun(catalog));
    ScoreTable table = ScoreTable.of(book, ExternalScores.NONE, ScoreTable.Input.DISPLAYED);
    PrintWriter printer = spec.commandLine().getOut();
    printer.println(ScoresJson.text(book, table));
    printer.flush();
    return 0;
  }
}
