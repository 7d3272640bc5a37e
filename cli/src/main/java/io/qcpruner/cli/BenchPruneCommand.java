package io.qcpruner.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.cli.bench.BenchOutput;
import io.qcpruner.cli.bench.BenchSample;
import io.qcpruner.cli.bench.BenchWeights;
import io.qcpruner.cli.bench.MeasureOptions;
import io.qcpruner.cli.bench.PruneComparison;
import io.qcpruner.cli.bench.QuestionRounds;
import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.internal.measure.PruneBench;
import io.qcpruner.model.prune.StageClock.Part;
import io.qcpruner.text.internal.keyword.KeywordModels;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
      split = MethodSpec.LIST_SEPARATOR,
      paramLabel = "METHOD[,METHOD...]",
      hideParamSyntax = true,
      defaultValue = "qcpruner",
      description = "Methods to measure (default: ${DEFAULT-VALUE}).")
  private List<String> methods;

  @Option(
      names = "--budgets",
      split = ",",
      paramLabel = "K",
      defaultValue = "128,64,32",
      description = "Tokens to keep (default: ${DEFAULT-VALUE}).")
  private List<String> budgets;

  @Option(
      names = "--questions",
      paramLabel = "N",
      description = {
        "Measure N questions about one picture instead, tower included: pruned with the rows before",
        "the hook computed once, against unpruned ones that each start from the pixels."
      })
  private int questions;

  @Mixin private BenchWeights weights;

  @Mixin private MeasureOptions measuring = new MeasureOptions(9);

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    measuring.start();
    ModelShape all = BackboneFamilies.shape(shape);
    ModelShape known = layers == null ? all : all.withLayers(layers);
    ArrayNode rows = JsonNodeFactory.instance.arrayNode();
    try (PruneBench bench = new PruneBench(known, weights.kind(), weights.type())) {
      List<PruneBench.Pass> full = new ArrayList<>();
      List<Cell> cells = cells(bench);
      if (questions > 0) {
        questions(bench, cells, rows);
        BenchOutput.print(rows, measuring.json(), spec.commandLine().getOut());
        return 0;
      }
      measure(bench, full, cells);
      double anchorMillis = anchorMillis();
      cells.forEach(cell -> rows.add(row(bench, full, cell, anchorMillis)));
    }
    BenchOutput.print(rows, measuring.json(), spec.commandLine().getOut());
    return 0;
  }

  /** Every round runs the unpruned prefill and all cells once; the first round does not count. */
  private void measure(PruneBench bench, List<PruneBench.Pass> full, List<Cell> cells) {
    measuring.measure(
        round -> {
          PruneBench.Pass unpruned = bench.run();
          if (round > 0) {
            full.add(unpruned);
          }
          for (int i = 0; i < cells.size(); i++) {
            Cell cell = cells.get((round + i) % cells.size()); // each comes first in turn
            PruneBench.Pass pass = bench.run(cell.method());
            if (round > 0) {
              cell.passes.add(pass);
            }
          }
        });
    full.add(bench.run());
  }

  /** One method at one budget, and its passes, each of the same round as an unpruned one. */
  private record Cell(MethodSpec method, String label, List<PruneBench.Pass> passes) {}

  private List<Cell> cells(PruneBench bench) {
    List<Cell> cells = new ArrayList<>();
    for (String method : methods) {
      MethodSpec spec = MethodSpec.parse(method);
      String label = bench.model().method(spec).label();
      budgets.forEach(
          budget ->
              cells.add(
                  new Cell(spec.withBudget(Budgets.parse(budget)), label, new ArrayList<>())));
    }
    return cells;
  }

  private ObjectNode row(
      PruneBench bench, List<PruneBench.Pass> full, Cell cell, double anchorMillis) {
    PruneComparison both = new PruneComparison(bench.config(), full, cell.passes);
    BenchSample unpruned = both.unprunedMillis();
    BenchSample pruned = both.prunedMillis();
    double added =
        anchorMillis
            + both.millis(Part.CUES)
            + both.millis(Part.AFFINITY)
            + both.millis(Part.SELECTION);
    ObjectNode row = JsonNodeFactory.instance.objectNode();
    row.put("shape", shape).put("layers", bench.config().layers());
    weights.describe(row);
    row.put("method", cell.label())
        .put("budget", cell.method().budgetText())
        .put("unpruned_ms", unpruned.mean())
        .put("pruned_ms", pruned.mean())
        .put("anchors_ms", anchorMillis);
    for (Part part :
        List.of(
            Part.PREFILL_BEFORE, Part.CUES, Part.AFFINITY, Part.SELECTION, Part.PREFILL_AFTER)) {
      row.put(part.name().toLowerCase(Locale.ROOT) + "_ms", both.millis(part));
    }
    row.put("tflops_unpruned", both.flopsFull() / 1e12)
        .put("tflops_pruned", both.flopsPruned() / 1e12)
        .put("speed_up", both.speedUp())
        .put("flops_ratio", both.flopsRatio())
        .put("realised_share", both.realised())
        .put("realised_error", both.realisedError());
    both.realisedWithinPass()
        .ifPresent(
            share ->
                row.put("realised_within_pass", share.mean())
                    .put("realised_within_pass_error", share.error()));
    row.put("added_share", added / unpruned.mean());
    Arrays.stream(unpruned.values()).forEach(row.putArray("unpruned_rounds_ms")::add);
    Arrays.stream(pruned.values()).forEach(row.putArray("pruned_rounds_ms")::add);
    return row;
  }

  private void questions(PruneBench bench, List<Cell> cells, ArrayNode rows) {
    QuestionRounds rounds = new QuestionRounds(bench, questions);
    List<MethodSpec> specs = cells.stream().map(Cell::method).toList();
    measuring.measure(round -> rounds.run(specs, round > 0));
    for (int i = 0; i < cells.size(); i++) {
      ObjectNode row = rows.addObject().put("shape", shape).put("layers", bench.config().layers());
      weights.describe(row);
      row.put("method", cells.get(i).label()).put("budget", cells.get(i).method().budgetText());
      rounds.describe(i, row);
    }
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
}
