package io.qcpruner.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.qcpruner.cli.bench.SelectBench;
import io.qcpruner.cli.bench.SelectResult;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.select.Ties;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Times coverage selection against dense greedy and against reading the affinities once. */
@Command(
    name = "select",
    description = "Time exact coverage selection, side by side with dense greedy and a plain read.",
    footer = {"", "Example:", "  qcpruner bench select --json"},
    mixinStandardHelpOptions = true)
final class BenchSelectCommand implements Callable<Integer> {

  @Option(
      names = "--runs",
      defaultValue = "31",
      description = "Timed runs of each case (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--ties",
      paramLabel = "RULE",
      defaultValue = "visual",
      description =
          "What is picked once nothing adds to the coverage: visual goes on searching, lowest takes"
              + " the lowest index at no cost (default: ${DEFAULT-VALUE}).")
  private Ties ties;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Kernels.warmUp();
    if (runs < 3) {
      throw new ParameterException(spec.commandLine(), "--runs must be at least 3, not " + runs);
    }
    List<SelectResult> results = SelectBench.standard(runs, ties);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(json(results));
    } else {
      printTable(results, out);
    }
    out.flush();
    return 0;
  }

  private static void printTable(List<SelectResult> results, PrintWriter out) {
    out.printf("kernels %s, %d cores%n", Kernels.support().name(), cores());
    out.printf(
        "%-11s %6s %6s %5s %8s %9s %9s %9s %8s %9s %9s  %s%n",
        "input",
        "groups",
        "N",
        "K",
        "evals/N",
        "ms",
        "best wall",
        "dense ms",
        "x dense",
        "read ms",
        "x read",
        "same picks");
    for (SelectResult r : results) {
      out.printf(
          "%-11s %6d %6d %5d %8.2f %9.3f %9.3f %9.2f %8.1f %9.3f %9.2f  %s%n",
          r.input(),
          r.groups(),
          r.n(),
          r.k(),
          r.evaluationsPerToken(),
          r.ms(),
          r.bestWallMs(),
          r.denseMs(),
          r.timesFasterThanDense(),
          r.streamMs(),
          r.streamingReads(),
          r.samePicks() ? "yes" : "NO");
    }
  }

  private static String json(List<SelectResult> results) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeStringField("kernels", Kernels.support().name());
      json.writeNumberField("cores", cores());
      json.writeArrayFieldStart("results");
      for (SelectResult r : results) {
        write(json, r);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, SelectResult r) throws IOException {
    json.writeStartObject();
    json.writeStringField("input", r.input());
    json.writeNumberField("groups", r.groups());
    json.writeNumberField("N", r.n());
    json.writeNumberField("K", r.k());
    json.writeNumberField("evaluationsPerN", r.evaluationsPerToken());
    json.writeNumberField("ms", r.ms());
    json.writeNumberField("bestWallMs", r.bestWallMs());
    json.writeNumberField("denseMs", r.denseMs());
    json.writeNumberField("timesFasterThanDense", r.timesFasterThanDense());
    json.writeNumberField("streamMs", r.streamMs());
    json.writeNumberField("streamingReads", r.streamingReads());
    json.writeNumberField("allocatedBytes", r.allocatedBytes());
    json.writeNumberField("affinityBytes", r.affinityBytes());
    json.writeBooleanField("samePicks", r.samePicks());
    json.writeEndObject();
  }

  private static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }
}
