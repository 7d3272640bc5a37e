package io.qcpruner.cli.bench;

import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.report.TextTable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how loose the certificate of a selection is. */
@Command(
    name = "certificate",
    description = {
      "Measure how loose the bound is that says how good a selection is.",
      "Against the best set of small inputs, and against a Lagrangian bound of large ones."
    },
    footer = {"", "Example:", "  qcpruner bench certificate"},
    mixinStandardHelpOptions = true)
public final class BenchCertificateCommand implements Callable<Integer> {

  @Option(
      names = "--inputs",
      paramLabel = "N",
      defaultValue = "200",
      description = "Small inputs of each kind (default: ${DEFAULT-VALUE}).")
  private int inputs;

  @Option(
      names = "--passes",
      paramLabel = "N",
      defaultValue = "32",
      description = "Passes of the Lagrangian bound (default: ${DEFAULT-VALUE}).")
  private int passes;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (inputs < 1 || passes < 1) {
      throw new ParameterException(spec.commandLine(), "--inputs and --passes must be at least 1");
    }
    CertificateBench bench = new CertificateBench();
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        TableFormat.MARKDOWN.render(
            List.of(small(bench.small(inputs)), large(bench.large(passes)))));
    out.flush();
    return 0;
  }

  private static TextTable small(List<CertificateBench.Small> rows) {
    return new TextTable(
        "4 of 16 tokens, best set found by trying all",
        List.of("Input", "Inputs", "Below the best, %", "At most", "Certified, %", "At most"),
        rows.stream()
            .map(
                r ->
                    List.of(
                        r.input(),
                        Integer.toString(r.inputs()),
                        number(r.missed()[0]),
                        number(r.missed()[1]),
                        number(r.certified()[0]),
                        number(r.certified()[1])))
            .toList(),
        List.of());
  }

  private TextTable large(List<CertificateBench.Large> rows) {
    return new TextTable(
        "Larger inputs",
        List.of(
            "Input",
            "N",
            "K",
            "Certified, %",
            "Dual of " + passes + " passes, %",
            "Selection, ms",
            "Certificate, ms"),
        rows.stream()
            .map(
                r ->
                    List.of(
                        r.input(),
                        Integer.toString(r.n()),
                        Integer.toString(r.k()),
                        number(r.certified()),
                        number(r.dual()),
                        number(r.selectMillis()),
                        number(r.millis())))
            .toList(),
        List.of("Certified: at most so much below the optimum. Times are of one thread."));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
