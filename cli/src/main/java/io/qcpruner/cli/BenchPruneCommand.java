package io.qcpruner.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.cli.bench.BenchWeights;
import io.qcpruner.cli.bench.MeasureOptions;
import io.qcpruner.cli.bench.Sample;
import io.qcpruner.cli.option.Budgets;
import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.method.Settings;
import io.qcpruner.core.prune.Pruner;
import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.model.config.BackboneConfig;
import io.qcpruner.model.config.ConfigReader;
import io.qcpruner.model.keyword.KeywordModels;
import io.qcpruner.model.measure.PruneBench;
import io.qcpruner.model.prune.StageClock.Part;
import io.qcpruner.model.synthetic.ModelShape;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what pruning costs and gains in the prefill, in turns with the unpruned model. */
@Command(
    name = "prune",
    description = "Measure prefill with and without pruning, stage by stage.",
    footer = {
      "",
      "Example:",
      "  qcpruner bench prune --shape llava-1.5-7b --layers 16 --budgets 128,64,32 --json"
    },
    mixinStandardHelpOptions = true)
final class BenchPruneCommand implements Callable<Integer> {
  private static final String QUESTION =
      "Is there a snowboard in the image?\nAnswer the question using a single word or phrase.";

  @Option(
      names = "--shape",
      paramLabel = "NAME",
      defaultValue = "llava-1.5-0.5b",
      description = "Decoder shape (default: ${DEFAULT-VALUE}).")
  private String shape;

  @Option(names = "--layers", paramLabel = "N", description = "Fewer decoder layers.")
  private Integer layers;

  @Option(
      names = "--methods",
      split = ",",
      paramLabel = "NAMES",
      defaultValue = "qcpruner",
      description = "Methods that act inside or before the decoder (default: ${DEFAULT-VALUE}).")
  private List<String> methods;

  @Option(
      names = "--budgets",
      split = ",",
      paramLabel = "K",
      defaultValue = "128,64,32",
      description = "Tokens to keep (default: ${DEFAULT-VALUE}).")
  private List<String> budgets;

  @Mixin private BenchWeights weights;

  @Mixin private MeasureOptions measuring = new MeasureOptions(9);

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    measuring.start();
    ModelShape known = ModelShape.named(shape);
    BackboneConfig config = ConfigReader.parse(layers == null ? known.json() : known.json(layers));
    PruneBench bench = new PruneBench(config.decoder(), weights.kind(), weights.type());
    List<Cell> cells = cells(bench);
    List<PruneBench.Pass> full = new ArrayList<>();
    measuring.measure(
        round -> {
          PruneBench.Pass unpruned = bench.run(null, null);
          if (round > 0) {
            full.add(unpruned);
          }
          for (int i = 0; i < cells.size(); i++) {
            Cell cell = cells.get((round + i) % cells.size()); // each is next to an unpruned pass
            PruneBench.Pass pass = bench.run(cell.pruner, Budgets.parse(cell.budget));
            if (round > 0) {
              cell.passes.add(pass);
            }
          }
        });
    full.add(bench.run(null, null));
    double anchorMillis = anchorMillis();
    ArrayNode rows = new ObjectMapper().createArrayNode();
    cells.forEach(cell -> rows.add(row(bench, full, cell, anchorMillis)));
    print(rows, spec.commandLine().getOut());
    return 0;
  }

  /** One method at one budget, and its passes, each of the same round as an unpruned one. */
  private record Cell(Pruner pruner, String budget, List<PruneBench.Pass> passes) {}

  private List<Cell> cells(PruneBench bench) {
    List<Cell> cells = new ArrayList<>();
    for (String method : methods) {
      Pruner pruner = Methods.create(method, bench.facts(), Settings.NONE);
      budgets.forEach(budget -> cells.add(new Cell(pruner, budget, new ArrayList<>())));
    }
    return cells;
  }

  private ObjectNode row(
      PruneBench bench, List<PruneBench.Pass> full, Cell cell, double anchorMillis) {
    List<PruneBench.Pass> pruned = cell.passes;
    PrefillFlops flops = PrefillFlops.of(bench.config());
    double flopsFull = flops.measured(full.get(0).rowsPerLayer());
    double flopsPruned = flops.measured(pruned.get(0).rowsPerLayer());
    Sample before = millis(full);
    Sample after = millis(pruned);
    double added =
        anchorMillis
            + mean(pruned, Part.CUES)
            + mean(pruned, Part.AFFINITY)
            + mean(pruned, Part.SELECTION);
    double speedUp = before.mean() / after.mean();
    double promised = flopsFull / flopsPruned;
    ObjectNode row = new ObjectMapper().createObjectNode();
    row.put("shape", shape).put("layers", bench.config().layers());
    weights.describe(row);
    row.put("method", cell.pruner.label())
        .put("budget", cell.budget)
        .put("unpruned_ms", before.mean())
        .put("pruned_ms", after.mean());
    row.put("anchors_ms", anchorMillis);
    for (Part part :
        List.of(
            Part.PREFILL_BEFORE, Part.CUES, Part.AFFINITY, Part.SELECTION, Part.PREFILL_AFTER)) {
      String name = part.name().toLowerCase(java.util.Locale.ROOT);
      row.put(name + "_ms", mean(pruned, part));
    }
    row.put("tflops_unpruned", flopsFull / 1e12).put("tflops_pruned", flopsPruned / 1e12);
    row.put("speed_up", speedUp).put("flops_ratio", promised);
    row.put("realised_share", speedUp / promised)
        .put("realised_error", speedUp / promised * before.ratioError(after))
        .put("added_share", added / before.mean());
    int same = layersBefore(full.get(0), pruned.get(0));
    if (same > 0) {
      double layers = bench.config().layers();
      Sample withinPass =
          new Sample(
              pruned.stream()
                  .mapToDouble(p -> p.clock().millis(Part.PREFILL_BEFORE) / same / p.millis())
                  .map(share -> share * layers / promised)
                  .toArray());
      row.put("realised_within_pass", withinPass.mean())
          .put("realised_within_pass_error", withinPass.error());
    }
    Arrays.stream(before.values()).forEach(row.putArray("unpruned_rounds_ms")::add);
    Arrays.stream(after.values()).forEach(row.putArray("pruned_rounds_ms")::add);
    return row;
  }

  /** Warm time to draw the keywords of a benchmark prompt. */
  private static double anchorMillis() {
    AnchorFinder finder = AnchorFinder.ofPaper(KeywordModels.embedded());
    for (int i = 0; i < 2000; i++) {
      finder.keywords(QUESTION);
    }
    long start = System.nanoTime();
    for (int i = 0; i < 500; i++) {
      finder.keywords(QUESTION);
    }
    return (System.nanoTime() - start) / 1e6 / 500;
  }

  /**
   * What is compared are means: a machine that is disturbed now and then disturbs long passes more
   * often than short ones, and a median would forget that of the short ones only.
   */
  private static Sample millis(List<PruneBench.Pass> passes) {
    return new Sample(passes.stream().mapToDouble(PruneBench.Pass::millis).toArray());
  }

  /** Layers that do the same work in both: as fast as all layers of an unpruned pass. */
  private static int layersBefore(PruneBench.Pass full, PruneBench.Pass pruned) {
    int same = 0;
    while (same < full.rowsPerLayer().length
        && full.rowsPerLayer()[same] == pruned.rowsPerLayer()[same]) {
      same++;
    }
    return same;
  }

  private static double mean(List<PruneBench.Pass> passes, Part part) {
    return new Sample(passes.stream().mapToDouble(p -> p.clock().millis(part)).toArray()).mean();
  }

  private void print(ArrayNode rows, PrintWriter out) {
    if (measuring.json()) {
      out.println(rows.toPrettyString());
    } else {
      rows.forEach(
          row -> {
            row.properties().stream()
                .filter(f -> f.getValue().isValueNode())
                .forEach(f -> out.printf("%-18s %s%n", f.getKey(), f.getValue().asText()));
            out.println();
          });
    }
    out.flush();
  }
}
