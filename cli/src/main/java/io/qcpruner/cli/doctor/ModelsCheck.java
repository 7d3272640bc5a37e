package io.qcpruner.cli.doctor;

import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.PublishedModel;
import io.qcpruner.model.nn.WeightKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Which published models this machine can run, how long a picture takes, and which to take. */
final class ModelsCheck {
  private static final String GROUP = "models";

  /** Longest wait for an answer that is still recommended, with a tenth of the tokens. */
  private static final double PATIENCE_SECONDS = 30;

  private ModelsCheck() {}

  private record Choice(ModelEstimate estimate, WeightKind kind) {
    double seconds(Throughput machine) {
      return estimate.prunedSeconds(machine, kind);
    }
  }

  static List<Finding> findings(long memory, Throughput machine) throws IOException {
    List<Finding> out = new ArrayList<>();
    for (WeightKind kind : ModelEstimate.KINDS) {
      Throughput.Speed speed = machine.with(kind);
      out.add(
          Finding.fine(
              GROUP,
              "measured, " + name(kind),
              String.format(
                  Locale.ROOT,
                  "%.0f GFLOP/s in large products, %.1f billion weights a second for a new token",
                  speed.flops() / 1e9,
                  speed.weights() / 1e9)));
    }
    out.add(
        Finding.fine(
            GROUP,
            "estimates",
            "memory, first word (with a tenth of the visual tokens), each further token; with"
                + " 16-bit weights | --weights int8 | --weights int4"));
    List<ModelEstimate> estimates = new ArrayList<>();
    for (PublishedModel model : BackboneFamilies.published()) {
      ModelEstimate estimate = ModelEstimate.of(model);
      estimates.add(estimate);
      String text =
          ModelEstimate.KINDS.stream()
              .map(kind -> estimate.text(machine, kind))
              .collect(Collectors.joining(" | "));
      out.add(new Finding(GROUP, model.name(), text, fitting(estimate, memory)));
    }
    out.add(
        Finding.fine(
            GROUP,
            "quality",
            "what int8 and int4 lose on your model: qcpruner bench perplexity; docs/weights.md"));
    out.add(Finding.fine(GROUP, "recommended", advice(estimates, memory, machine)));
    return out;
  }

  private static String name(WeightKind kind) {
    return kind == WeightKind.HALF ? "16 bits" : kind.text();
  }

  /** What to do where 16-bit weights are more than the memory; nothing where they are not. */
  private static String fitting(ModelEstimate estimate, long memory) {
    List<WeightKind> kinds = fittingKinds(estimate, memory);
    if (kinds.contains(WeightKind.HALF)) {
      return "";
    }
    return kinds.isEmpty()
        ? "more than the memory of this machine"
        : "more than the memory of this machine but with --weights " + kinds.get(0).text();
  }

  private static List<WeightKind> fittingKinds(ModelEstimate estimate, long memory) {
    return ModelEstimate.KINDS.stream().filter(k -> estimate.memory(k) <= memory).toList();
  }

  /** The largest that fits and answers soon enough, else the smallest that fits. */
  static String advice(List<ModelEstimate> all, long memory, Throughput machine) {
    List<Choice> fitting =
        all.stream()
            .flatMap(e -> fittingKinds(e, memory).stream().map(kind -> new Choice(e, kind)))
            .toList();
    if (fitting.isEmpty()) {
      return "the embedded model (--model embedded): no published one fits the memory";
    }
    // of a model's kinds the first, which is the most precise
    Comparator<Choice> bySize = Comparator.comparingLong(c -> c.estimate().parameters());
    Optional<Choice> quick =
        fitting.stream()
            .filter(c -> c.seconds(machine) <= PATIENCE_SECONDS)
            .reduce((a, b) -> bySize.compare(b, a) > 0 ? b : a);
    Comparator<Choice> bySpeed = Comparator.comparingDouble(c -> c.seconds(machine));
    Choice chosen =
        quick.orElseGet(() -> fitting.stream().min(bySize.thenComparing(bySpeed)).get());
    String why =
        quick.isPresent()
            ? "the largest that answers within half a minute when pruned"
            : "the smallest; none answers within half a minute";
    return "%s%s: %s (licence on its card: %s)"
        .formatted(
            chosen.estimate().model().name(),
            chosen.kind() == WeightKind.HALF ? "" : " with --weights " + chosen.kind().text(),
            why,
            chosen.estimate().model().licence());
  }

  static String seconds(double seconds) {
    return seconds < 90
        ? String.format(Locale.ROOT, "%.1f s", seconds)
        : String.format(Locale.ROOT, "%.1f min", seconds / 60);
  }
}
