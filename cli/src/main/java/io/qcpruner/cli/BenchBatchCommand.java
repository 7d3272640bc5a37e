package io.qcpruner.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.cli.bench.BenchOutput;
import io.qcpruner.cli.bench.BenchWeights;
import io.qcpruner.cli.bench.MeasureOptions;
import io.qcpruner.cli.bench.Median;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.model.Engine;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.internal.measure.BatchBench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures several requests at once against one, and against one after the other. */
@Command(
    name = "batch",
    description = "Measure requests at once: new tokens, whole requests, the longest wait.",
    footer = {"", "Example:", "  qcpruner bench batch --weights half --requests 8 --json"},
    mixinStandardHelpOptions = true)
final class BenchBatchCommand implements Callable<Integer> {

  @Option(
      names = "--shape",
      paramLabel = "NAME",
      defaultValue = "llava-1.5-0.5b",
      description = "Shape of the model (default: ${DEFAULT-VALUE}).")
  private String shape;

  @Option(names = "--layers", paramLabel = "N", description = "Fewer decoder layers.")
  private Integer layers;

  @Option(
      names = "--requests",
      paramLabel = "N",
      defaultValue = "8",
      description = "Requests at once (default: ${DEFAULT-VALUE}).")
  private int requests;

  @Option(
      names = "--tokens",
      paramLabel = "N",
      defaultValue = "64",
      description = "New tokens of each (default: ${DEFAULT-VALUE}).")
  private int tokens;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      defaultValue = "qcpruner",
      description = "Method of all requests (default: ${DEFAULT-VALUE}).")
  private String method;

  @Option(
      names = "--budget",
      paramLabel = "K",
      defaultValue = "64",
      description = "Tokens it keeps (default: ${DEFAULT-VALUE}).")
  private String budget;

  @Mixin private BenchWeights weights;

  @Mixin private MeasureOptions measuring = new MeasureOptions(3);

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (requests < 2 || tokens < 1) {
      throw new IllegalArgumentException(
          "at least 2 requests of 1 token, not %d of %d".formatted(requests, tokens));
    }
    measuring.start();
    ModelShape all = BackboneFamilies.shape(shape);
    ModelShape known = layers == null ? all : all.withLayers(layers);
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("shape", shape).put("requests", requests).put("new_tokens", tokens);
    weights.describe(row);
    try (BatchBench bench =
        new BatchBench(known, weights.kind(), weights.type(), Engine.threads())) {
      measure(bench, MethodSpec.parse(method).withBudget(Budgets.parse(budget)), row);
    }
    BenchOutput.print(row, measuring.json(), spec.commandLine().getOut());
    return 0;
  }

  private void measure(BatchBench bench, MethodSpec spec, ObjectNode row) {
    Figure one = new Figure("one_tokens_per_s");
    Figure many = new Figure("together_tokens_per_s");
    Figure inTurn = new Figure("requests_in_turn_ms");
    Figure atOnce = new Figure("requests_at_once_ms");
    Figure quiet = new Figure("longest_wait_alone_ms");
    Figure beside = new Figure("longest_wait_beside_a_prompt_ms");
    Figure prompt = new Figure("that_prompt_ms");
    measuring.measure(
        round -> {
          boolean counted = round > 0;
          one.add(counted, bench.tokensPerSecond(1, tokens, spec));
          many.add(counted, bench.tokensPerSecond(requests, tokens, spec));
          inTurn.add(counted, bench.requestsMillis(requests, tokens, spec, false));
          atOnce.add(counted, bench.requestsMillis(requests, tokens, spec, true));
          BatchBench.Wait wait = bench.longestWait(8, spec);
          quiet.add(counted, wait.quietMillis());
          beside.add(counted, wait.besidesMillis());
          prompt.add(counted, wait.promptMillis());
        });
    row.put("tokens_ratio", many.median() / one.median());
    row.put("requests_ratio", inTurn.median() / atOnce.median());
    List.of(one, many, inTurn, atOnce, quiet, beside, prompt).forEach(f -> f.describe(row));
  }

  /** The rounds of one figure. */
  private record Figure(String name, List<Double> rounds) {
    Figure(String name) {
      this(name, new ArrayList<>());
    }

    void add(boolean counted, double value) {
      if (counted) {
        rounds.add(value);
      }
    }

    double median() {
      return Median.of(rounds.stream().mapToDouble(v -> v));
    }

    void describe(ObjectNode row) {
      row.put(name, median());
      ArrayNode raw = row.putArray(name + "_rounds");
      rounds.forEach(raw::add);
    }
  }
}
