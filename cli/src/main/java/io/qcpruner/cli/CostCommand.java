package io.qcpruner.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.cli.option.Screen;
import io.qcpruner.cli.option.ScreenTable;
import io.qcpruner.eval.cost.CostSetting;
import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.eval.data.Json;
import io.qcpruner.eval.report.EfficiencyTable;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunJson;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.tasks.PocketTask;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Counts the FLOPs of a prefill, exactly and as the paper does. */
@Command(
    name = "cost",
    description = {
      "FLOPs of the decoder's prefill with and without pruning.",
      "exact: all layers up to the hook at full length, newlines stay. paper: one full-length"
          + " layer",
      "fewer and no newlines, as the paper's table counts. early: pruned before the decoder."
    },
    footer = {
      "",
      "Examples:",
      "  qcpruner cost",
      "  qcpruner cost --backbone llava-next-pope --budgets 320",
      "  qcpruner cost --backbone smolvlm2-256m",
      "  qcpruner cost --run runs/llava",
      "  qcpruner cost --shape 4096,11008,40,40,40,128 --patches 576 --text 60 --budgets 64"
    },
    mixinStandardHelpOptions = true)
final class CostCommand implements Callable<Integer> {

  private static final double TERA = 1e12;

  @Option(
      names = "--backbone",
      paramLabel = "NAME",
      description =
          "llava-1.5, llava-next-pope, llava-next, llava-video or qwen2.5-vl of the paper, all of"
              + " them if none is named; or a shape of any family, such as smolvlm2-256m.")
  private String backbone;

  @Option(
      names = "--shape",
      split = ",",
      paramLabel = "N",
      description = "Another decoder: hidden,intermediate,layers,heads,kv-heads,head-dim.")
  private List<Integer> shape = List.of();

  @Option(names = "--patches", paramLabel = "N", description = "Visual tokens before pruning.")
  private Integer patches;

  @Option(names = "--structural", paramLabel = "N", description = "Newline rows that stay.")
  private Integer structural;

  @Option(names = "--text", paramLabel = "N", description = "Text rows.")
  private Integer text;

  @Option(names = "--layer", paramLabel = "L", description = "Zero-based hook layer.")
  private Integer layer;

  @Option(names = "--budgets", split = ",", paramLabel = "K", description = "Tokens kept.")
  private List<Integer> budgets = List.of();

  @Option(
      names = "--run",
      paramLabel = "DIR",
      description = "Print the measured cost of a run of eval instead, one table per task.")
  private Path run;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (run != null) {
      return measured();
    }
    List<CostSetting> settings = new ArrayList<>();
    bases().forEach(base -> settings.add(changed(base)));
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? json(settings) + "\n" : ScreenTable.render(text(settings), Screen.of(spec)));
    out.flush();
    return 0;
  }

  /** FLOPs, prefill, decode, memory and score of every setting, in the paper's layout. */
  private int measured() throws IOException {
    RunFolder folder = RunFolder.open(run);
    TaskCatalog catalog = PocketTask.catalog(folder.manifest().options());
    ScoreBook book = ScoreBook.read(folder, catalog, ScoreBook.Verdicts.ofRun(catalog));
    List<TextTable> tables = new ArrayList<>();
    book.tasks().forEach(task -> tables.add(EfficiencyTable.text(book, task)));
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        json
            ? RunJson.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tables) + "\n"
            : tables.stream()
                .map(table -> ScreenTable.render(table, Screen.of(spec)))
                .collect(Collectors.joining("\n")));
    out.flush();
    return 0;
  }

  private List<CostSetting> bases() throws IOException {
    if (!shape.isEmpty()) {
      if (shape.size() != 6 || patches == null || budgets.isEmpty()) {
        throw new IllegalArgumentException(
            "--shape takes six numbers and needs --patches and --budgets, not " + shape);
      }
      PrefillFlops decoder =
          new PrefillFlops(
              shape.get(0), shape.get(1), shape.get(2), shape.get(3), shape.get(4), shape.get(5));
      int hook = Math.min(7, decoder.layers() - 1);
      return List.of(new CostSetting("custom", "custom", decoder, patches, 0, 0, hook, budgets));
    }
    if (backbone == null) {
      return CostSetting.KNOWN;
    }
    Optional<CostSetting> known = CostSetting.named(backbone);
    Optional<CostSetting> named = known.isPresent() ? known : ShapeCost.named(backbone);
    return List.of(
        named.orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown backbone "
                        + backbone
                        + "; known: "
                        + CostSetting.KNOWN.stream().map(CostSetting::name).toList()
                        + " and the shapes "
                        + ShapeCost.names())));
  }

  private CostSetting changed(CostSetting base) {
    return new CostSetting(
        base.name(),
        base.title(),
        base.decoder(),
        patches == null ? base.patches() : patches,
        structural == null ? base.structural() : structural,
        text == null ? base.text() : text,
        layer == null ? base.layer() : layer,
        budgets.isEmpty() ? base.budgets() : budgets);
  }

  private static TextTable text(List<CostSetting> settings) {
    List<List<String>> rows = new ArrayList<>();
    for (CostSetting s : settings) {
      String name = s.title() + " (" + s.patches() + "+" + s.structural() + "+" + s.text() + ")";
      rows.add(List.of(name, "all", tera(s.unpruned()), tera(s.unpruned()), "", "", ""));
      for (int budget : s.budgets()) {
        rows.add(
            List.of(
                name,
                Integer.toString(budget),
                tera(s.exact(budget)),
                tera(s.paper(budget)),
                tera(s.early(budget)),
                tera(s.afterFirst(budget)),
                s.sparseVlm(budget).map(CostCommand::tera).orElse("")));
      }
    }
    return new TextTable(
        "Prefill TFLOPs",
        List.of(
            "Backbone (patches+structural+text)",
            "Tokens",
            "flops_exact",
            "flops_paper",
            "early",
            "after layer 0",
            "SparseVLM"),
        rows,
        List.of(
            "early, after layer 0 and SparseVLM are in the paper's counting. Its table prints 6.2"
                + " for SparseVLM at 320 of LLaVA-NeXT, of a schedule that it doesn't print; the"
                + " official lists times five give the number here. Empty: no schedule averages so"
                + " few tokens."));
  }

  private static String json(List<CostSetting> settings) {
    ArrayNode out = Json.MAPPER.createArrayNode();
    for (CostSetting s : settings) {
      ObjectNode node = out.addObject();
      node.put("backbone", s.name()).put("patches", s.patches());
      node.put("structural", s.structural()).put("text", s.text()).put("layer", s.layer());
      node.put("flops_full", s.unpruned());
      ArrayNode rows = node.putArray("budgets");
      for (int budget : s.budgets()) {
        ObjectNode row = rows.addObject();
        s.sparseVlm(budget).ifPresent(flops -> row.put("flops_sparsevlm", flops));
        row.put("tokens", budget)
            .put("flops_exact", s.exact(budget))
            .put("flops_paper", s.paper(budget))
            .put("flops_early", s.early(budget))
            .put("flops_after_first", s.afterFirst(budget));
      }
    }
    return out.toPrettyString();
  }

  private static String tera(double flops) {
    double value = flops / TERA;
    return String.format(Locale.ROOT, value < 0.1 ? "%.3g" : "%.2f", value);
  }
}
