package io.qcpruner.cli.doctor;

import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.PublishedModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Which published models this machine can run, how long a picture takes, and which to take. */
final class ModelsCheck {
  private static final String GROUP = "models";

  /** Longest wait for an answer that is still recommended, with a tenth of the tokens. */
  private static final double PATIENCE_SECONDS = 30;

  private ModelsCheck() {}

  static List<Finding> findings(long memory, Throughput machine) throws IOException {
    List<Finding> out = new ArrayList<>();
    out.add(
        Finding.fine(
            GROUP,
            "measured",
            String.format(
                Locale.ROOT,
                "%.0f GFLOP/s in large products, %.1f GB/s of weights for a new token",
                machine.flops() / 1e9,
                machine.bytes() / 1e9)));
    List<ModelEstimate> estimates = new ArrayList<>();
    for (PublishedModel model : BackboneFamilies.published()) {
      ModelEstimate estimate = ModelEstimate.of(model);
      estimates.add(estimate);
      boolean fits = estimate.memory() <= memory;
      out.add(
          new Finding(
              GROUP,
              model.name(),
              text(estimate, machine),
              fits ? "" : "more than the memory of this machine"));
    }
    out.add(Finding.fine(GROUP, "recommended", advice(estimates, memory, machine)));
    return out;
  }

  private static String text(ModelEstimate estimate, Throughput machine) {
    return String.format(
        Locale.ROOT,
        "%s; first word after %s, %s with a tenth of the visual tokens; %.2f s a token",
        MachineCheck.gib(estimate.memory()),
        seconds(estimate.pictureSeconds(machine)),
        seconds(estimate.prunedSeconds(machine)),
        estimate.tokenSeconds(machine));
  }

  /** The largest that fits and answers soon enough, else the smallest that fits. */
  static String advice(List<ModelEstimate> all, long memory, Throughput machine) {
    List<ModelEstimate> fitting = all.stream().filter(e -> e.memory() <= memory).toList();
    Optional<ModelEstimate> quick =
        fitting.stream()
            .filter(e -> e.prunedSeconds(machine) <= PATIENCE_SECONDS)
            .max(Comparator.comparingLong(ModelEstimate::parameters));
    Optional<ModelEstimate> smallest =
        fitting.stream().min(Comparator.comparingLong(ModelEstimate::parameters));
    if (quick.isEmpty() && smallest.isEmpty()) {
      return "the embedded model (--model embedded): no published one fits the memory";
    }
    ModelEstimate chosen = quick.orElseGet(smallest::get);
    String why =
        quick.isPresent()
            ? "the largest that answers within half a minute when pruned"
            : "the smallest; none answers within half a minute";
    return "%s: %s (licence on its card: %s)"
        .formatted(chosen.model().name(), why, chosen.model().licence());
  }

  static String seconds(double seconds) {
    return seconds < 90
        ? String.format(Locale.ROOT, "%.1f s", seconds)
        : String.format(Locale.ROOT, "%.1f min", seconds / 60);
  }
}
