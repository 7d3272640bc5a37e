package io.qcpruner.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.cli.bench.BenchWeights;
import io.qcpruner.cli.bench.MeasureOptions;
import io.qcpruner.cli.bench.Median;
import io.qcpruner.model.internal.measure.LayerBench;
import io.qcpruner.model.internal.measure.LayerBench.Pair;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A decoder layer on the engine's threads against the same layer on a thread team. */
@Command(
    name = "layer",
    description = {
      "Measure a decoder layer on the engine's threads, which meet after every operation,"
          + " and shared out among threads that meet a few times a layer."
    },
    footer = {
      "",
      "Example:",
      "  qcpruner bench layer --weights half --width 1024 --rows 638,126,94 --rounds 25"
    },
    mixinStandardHelpOptions = true)
final class BenchLayerCommand implements Callable<Integer> {

  @Option(
      names = "--width",
      paramLabel = "D",
      defaultValue = "1024",
      description = "Hidden size (default: ${DEFAULT-VALUE}).")
  private int width;

  @Option(
      names = "--rows",
      split = ",",
      paramLabel = "N",
      defaultValue = "638,190,126,94",
      description = "Rows of the prompt (default: ${DEFAULT-VALUE}).")
  private List<Integer> rows;

  @Mixin private BenchWeights weights;

  @Mixin private MeasureOptions measuring = new MeasureOptions(15);

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    measuring.start();
    LayerBench bench = new LayerBench(width, weights.kind(), weights.type());
    Map<Integer, List<Pair>> pairs = new LinkedHashMap<>();
    measuring.measure(
        round -> {
          for (int n : rows) {
            Pair pair = bench.round(n);
            if (round > 0) {
              pairs.computeIfAbsent(n, k -> new ArrayList<>()).add(pair);
            }
          }
        });
    print(pairs, spec.commandLine().getOut());
    return 0;
  }

  private void print(Map<Integer, List<Pair>> pairs, PrintWriter out) {
    ArrayNode table = JsonNodeFactory.instance.arrayNode();
    if (!measuring.json()) {
      out.printf("%6s %6s %12s %12s %8s%n", "width", "rows", "engine ms", "team ms", "ratio");
    }
    pairs.forEach(
        (n, measured) -> {
          double engine = Median.of(measured.stream().mapToDouble(Pair::engine));
          double team = Median.of(measured.stream().mapToDouble(Pair::team));
          double ratio = Median.of(measured.stream().mapToDouble(p -> p.engine() / p.team()));
          ObjectNode row = table.addObject();
          weights.describe(row);
          row.put("width", width)
              .put("rows", n)
              .put("engine_ms", engine)
              .put("team_ms", team)
              .put("ratio", ratio);
          if (!measuring.json()) {
            out.printf("%6d %6d %12.2f %12.2f %8.3f%n", width, n, engine, team, ratio);
          }
        });
    if (measuring.json()) {
      out.println(table.toPrettyString());
    }
    out.flush();
  }
}
