package io.qcpruner.cli;

import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.data.Verifier;
import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.run.RunJson;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.eval.task.TaskOptions;
import io.qcpruner.tasks.PocketTask;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks a folder of benchmark data. */
@Command(
    name = "verify",
    description = "Check benchmark data: files, row counts, columns, digests, first picture.",
    footer = {"", "Example:", "  qcpruner data verify --data /data/eval"},
    mixinStandardHelpOptions = true)
final class DataVerifyCommand implements Callable<Integer> {

  @Option(names = "--data", required = true, paramLabel = "DIR", description = "Data folder.")
  private Path data;

  @Option(
      names = "--allow-partial",
      description = "Accept data sets with fewer rows than published.")
  private boolean allowPartial;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    TaskCatalog catalog = PocketTask.catalog(TaskOptions.PAPER);
    List<Verifier.Finding> findings;
    try (DataRoot root = new DataRoot(data, allowPartial)) {
      findings =
          Verifier.verify(
              root,
              entry -> {
                // the profile of the entry decides which of its files are read
                ModelProfile family = ModelProfile.withProfile(entry.profile());
                List<Sample> samples =
                    catalog.task(entry.benchmark()).load(Optional.of(root), family).samples();
                return new Verifier.Loaded(samples.size(), samples.get(0).media());
              });
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? RunJson.MAPPER.writeValueAsString(findings) + "\n" : text(findings));
    out.flush();
    return findings.stream().anyMatch(f -> f.state().equals("broken")) ? 1 : 0;
  }

  private static String text(List<Verifier.Finding> findings) {
    return TableFormat.MARKDOWN.render(
        new TextTable(
            "Data",
            List.of("Entry", "State", "Detail"),
            findings.stream().map(f -> List.of(f.entry(), f.state(), f.detail())).toList(),
            List.of()));
  }
}
