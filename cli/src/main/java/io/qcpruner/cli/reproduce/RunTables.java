package io.qcpruner.cli.reproduce;

import io.qcpruner.cli.bench.AnchorsBench;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.report.CostSums;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.run.RunManifest;
import io.qcpruner.text.internal.keyword.KeywordModels;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What the paper's supplement says about a run: its settings, its software, its anchors' time. */
final class RunTables {

  private static final String OURS = "qcpruner";
  private static final int ROUNDS = 20;

  private RunTables() {}

  /**
   * Patch tokens, layer and floor, as in Supplementary Table 1.
   *
   * @param inForce the settings of a method with all that the model filled in
   */
  static TextTable settings(Preset preset, ScoreBook book, Function<MethodSpec, Settings> inForce) {
    List<Double> full =
        book.tasks().stream()
            .flatMap(task -> book.costs(task, MethodSpec.FULL).stream())
            .filter(sums -> sums.samples() > 0)
            .map(CostSums::tokensFull)
            .toList();
    double most = full.stream().mapToDouble(n -> n).max().orElse(0);
    boolean varies = full.stream().anyMatch(n -> n != most);
    String set =
        book.settings().stream()
            .filter(s -> s.name().equals(OURS))
            .findFirst()
            .map(inForce)
            .map(Settings::toString)
            .orElse("");
    List<String> row =
        List.of(
            book.manifest().model().name(),
            (varies ? "up to " : "")
                + Math.round(most)
                + " → "
                + String.join(", ", preset.budgets()),
            value(set, "layer"),
            value(set, "rho"));
    return new TextTable(
        "Pruning settings",
        List.of("Backbone", "Patch tokens full → retained", "Prune after layer", "rho"),
        List.of(row),
        List.of("QCPruner-Early prunes before decoder layer 0 and has no rho."));
  }

  private static String value(String settings, String name) {
    for (String assignment : settings.split(",")) {
      if (assignment.startsWith(name + "=")) {
        return assignment.substring(name.length() + 1);
      }
    }
    return "";
  }

  /** Program, Java, machine and engine, as in Supplementary Table 2. */
  static TextTable environment(RunManifest run) {
    Map<String, String> machine = new TreeMap<>(run.machine());
    String stack =
        "Java %s; %s; %s; %s, %s cores; %s"
            .formatted(
                machine.getOrDefault("java", "?"),
                run.version(),
                machine.getOrDefault("os", "?"),
                machine.getOrDefault("arch", "?"),
                machine.getOrDefault("cores", "?"),
                new TreeMap<>(run.parameters())
                    .entrySet().stream()
                        .map(e -> e.getKey() + " " + e.getValue())
                        .collect(Collectors.joining(", ")));
    String family = run.model().name() + " (" + run.model().family() + ")";
    String note =
        "Checkpoint "
            + run.model().checksum().substring(0, Math.min(12, run.model().checksum().length()))
            + "; tasks' profile "
            + run.model().profile().profile().label()
            + "; greedy decoding.";
    return new TextTable(
        "Software environment",
        List.of("Family", "Software stack"),
        List.of(List.of(family, stack)),
        List.of(note));
  }

  /**
   * Construction of query anchors per sample: what the run's records say of keywords and matching,
   * and attachment measured by itself, as in the supplement.
   */
  static Optional<TextTable> anchors(ScoreBook book) throws IOException {
    double sum = 0;
    int samples = 0;
    for (MethodSpec setting : book.settings()) {
      for (String task : book.tasks()) {
        Optional<CostSums> costs =
            setting.name().equals(OURS)
                ? book.costs(task, setting).filter(c -> c.samples() > 0)
                : Optional.empty();
        double mean = costs.map(c -> c.ms("anchors")).orElse(Double.NaN);
        if (Double.isFinite(mean)) {
          sum += mean * costs.get().samples();
          samples += costs.get().samples();
        }
      }
    }
    if (samples == 0) {
      return Optional.empty();
    }
    AnchorsBench.Timing timing =
        new AnchorsBench(KeywordModels::embedded, AnchorsBench.questions(), ROUNDS).run();
    double keywords = sum / samples;
    double attachment = timing.attachment().wall();
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("keyword extraction and span matching", millis(keywords), "1.65"));
    rows.add(List.of("anchor attachment", millis(attachment), "0.02"));
    rows.add(List.of("together", millis(keywords + attachment), "1.67"));
    rows.add(List.of("loading the word vectors, once", millis(timing.load().wall()), "26.89"));
    return Optional.of(
        new TextTable(
            "Query-anchor construction, ms per sample",
            List.of("", "This run", "Paper (LLaVA-NeXT)"),
            rows,
            List.of(
                "Extraction and matching: mean of "
                    + samples
                    + " answers of this run. Attachment and loading: median of "
                    + ROUNDS
                    + " rounds over prompts of thirty words before 2880 patches (bench"
                    + " anchors).")));
  }

  private static String millis(double value) {
    return String.format(Locale.ROOT, value < 0.1 ? "%.4f" : "%.2f", value);
  }
}
