package io.qcpruner.cli.option;

import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.TaskOptions;
import io.qcpruner.tasks.PocketTask;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A sample of a benchmark by its number. */
public final class SampleOptions {

  @Option(
      names = "--sample",
      required = true,
      paramLabel = "TASK:N",
      converter = SampleNumber.Parser.class,
      description = "Sample N of a benchmark, counted from 0, with its own question.")
  private SampleNumber number;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Data folder with the public benchmark files (layout: docs/eval.md).")
  private Path data;

  /** Refuses an unknown task before a model is loaded for it. */
  public void check() {
    PocketTask.catalog(TaskOptions.PAPER).task(number.task());
  }

  /** The sample as a model's family is asked it; pictures in files are read when they are seen. */
  public Sample find(ModelProfile family) throws IOException {
    if (data == null) {
      return number.find(PocketTask.catalog(TaskOptions.PAPER), Optional.empty(), family);
    }
    try (DataRoot root = new DataRoot(data, true)) {
      return number.find(PocketTask.catalog(TaskOptions.PAPER), Optional.of(root), family);
    }
  }
}
