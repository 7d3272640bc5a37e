package io.qcpruner.cli.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.cli.option.Screen;
import io.qcpruner.cli.option.ScreenTable;
import io.qcpruner.core.linalg.Kernels;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.run.RunProgress;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Times every method at the numbers of tokens that the published models have. */
@Command(
    name = "methods",
    description = {
      "Time the decisions of pruning methods at 576, 1296, 2880 and 64x169 visual tokens.",
      "Drawn signals, median of warmed runs; what the engine computes for a method is not counted."
    },
    footer = {
      "",
      "Examples:",
      "  qcpruner bench methods",
      "  qcpruner bench methods --methods prunesid,divprune --budget 512 --tokens 1296 --json"
    },
    mixinStandardHelpOptions = true)
public final class BenchMethodsCommand implements Callable<Integer> {
  private static final long WARM_UP_NANOS = 400_000_000L;

  @Option(
      names = "--methods",
      split = MethodSpec.LIST_SEPARATOR,
      paramLabel = "METHOD[,METHOD...]",
      hideParamSyntax = true,
      description = "Methods, with settings if wanted (default: all).")
  private List<String> methods = List.of();

  @Option(
      names = "--tokens",
      split = ",",
      paramLabel = "N[,N...]",
      hideParamSyntax = true,
      description = "Of 576, 1296, 2880 and 64x169 (default: all four).")
  private List<String> tokens = List.of();

  @Option(
      names = {"-b", "--budget"},
      paramLabel = "K",
      defaultValue = "25%",
      description = "Tokens to keep, for methods without one (default: 25%%).")
  private String budget;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "7",
      description = "Timed runs of each case (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    if (runs < 1) {
      throw new ParameterException(spec.commandLine(), "--runs must be at least 1, not " + runs);
    }
    List<MethodSpec> asked = asked(Budgets.parse(budget));
    List<MethodWorkload> workloads = workloads();
    Kernels.warmUp();
    List<MethodTime> times = new ArrayList<>();
    try (RunProgress progress =
        new RunProgress(
            System.err,
            System.console() != null,
            (long) asked.size() * workloads.size(),
            0,
            System.nanoTime())) {
      for (MethodWorkload workload : workloads) {
        MethodBench bench = new MethodBench(workload, runs, WARM_UP_NANOS);
        for (MethodSpec method : asked) {
          times.add(bench.measure(method));
          progress.step(workload.label() + " " + method.name(), System.nanoTime());
        }
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        json
            ? json(times) + "\n"
            : ScreenTable.render(table(asked, workloads, times), Screen.of(spec)));
    out.flush();
    return 0;
  }

  private List<MethodSpec> asked(Budget usual) {
    List<String> texts = methods.isEmpty() ? Methods.names() : methods;
    List<MethodSpec> out = new ArrayList<>();
    for (String text : texts) {
      MethodSpec method = Methods.resolve(MethodSpec.parse(text));
      if (method.isFull()) {
        throw new ParameterException(spec.commandLine(), "the unpruned model decides nothing");
      }
      out.add(
          method.budget().isPresent()
              ? method
              : new MethodSpec(method.name(), method.settings(), Optional.of(usual)));
    }
    return out;
  }

  private List<MethodWorkload> workloads() {
    List<MethodWorkload> all = MethodWorkload.standard();
    List<String> known = all.stream().map(MethodWorkload::label).toList();
    for (String each : tokens) {
      if (!known.contains(each)) {
        throw new ParameterException(
            spec.commandLine(),
            "--tokens are %s, not %s".formatted(String.join(", ", known), each));
      }
    }
    return all.stream().filter(w -> tokens.isEmpty() || tokens.contains(w.label())).toList();
  }

  private static TextTable table(
      List<MethodSpec> asked, List<MethodWorkload> workloads, List<MethodTime> times) {
    List<String> header = new ArrayList<>(List.of("method"));
    workloads.forEach(workload -> header.add(workload.label()));
    List<List<String>> rows = new ArrayList<>();
    for (int m = 0; m < asked.size(); m++) {
      List<String> row = new ArrayList<>(List.of(asked.get(m).toString()));
      for (int w = 0; w < workloads.size(); w++) {
        row.add(cell(times.get(w * asked.size() + m)));
      }
      rows.add(row);
    }
    return new TextTable(
        "Milliseconds of a decision, kernels %s, %d cores"
            .formatted(Kernels.support().name(), cores()),
        header,
        rows,
        List.of("-: the method can't serve the model of that size (--json says why)."));
  }

  private static String cell(MethodTime time) {
    return time.millis().isEmpty()
        ? "-"
        : String.format(Locale.ROOT, "%.1f", time.millis().getAsDouble());
  }

  private static String json(List<MethodTime> times) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("kernels", Kernels.support().name()).put("cores", cores());
    ArrayNode results = out.putArray("results");
    for (MethodTime time : times) {
      ObjectNode one = results.addObject();
      one.put("method", time.method().toString()).put("tokens", time.tokens());
      if (time.millis().isPresent()) {
        one.put("ms", Math.round(time.millis().getAsDouble() * 100) / 100.0);
        one.put("kept_tokens", time.kept());
      } else {
        one.put("refused", time.refusal());
      }
    }
    return out.toPrettyString();
  }

  private static int cores() {
    return Runtime.getRuntime().availableProcessors();
  }
}
