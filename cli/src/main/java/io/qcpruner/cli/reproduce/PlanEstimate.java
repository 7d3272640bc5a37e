package io.qcpruner.cli.reproduce;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.cost.CostSetting;
import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataManifest;
import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.reproduce.Part;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.TaskCatalog;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a reproduction will run: samples, answers, hours and disk.
 *
 * @param family of the model
 * @param limit samples of each task, 0 for all
 * @param flopsPerSecond of large products on this machine; empty when hours are not of that kind
 */
public record PlanEstimate(ModelProfile family, int limit, OptionalDouble flopsPerSecond) {

  /** What a whole prefill reaches of the speed of its largest products, as doctor assumes. */
  private static final double EFFICIENCY = 0.8;

  /** Answers of the embedded models in a second on two cores (docs/pocket.md: 93 150 in 20 min). */
  private static final double EMBEDDED_ANSWERS = 78;

  private static final long FAMILIES = 9;
  private static final long CLIP_FAMILIES = 3;

  /** Questions of each family that the embedded tasks draw. */
  private static final long DRAWN = 200;

  private static final double BYTES_OF_ANSWER = 800;

  /** One row per run, and what they add up to. */
  public TextTable table(List<Part> parts) throws DataException {
    List<List<String>> rows = new ArrayList<>();
    long answers = 0;
    double hours = 0;
    for (Part part : parts) {
      if (!part.missing().isEmpty()) {
        rows.add(List.of(part.key(), "", "", "", "", "not run: " + part.missing()));
      }
      if (part.layers().isPresent()) {
        String task = part.layers().get().task();
        int asked = part.layers().get().samples();
        long samples = asked > 0 ? asked : samples(task);
        double own = hours(List.of(MethodSpec.FULL), samples);
        hours += own;
        rows.add(
            List.of(
                part.key(),
                task,
                "1",
                Long.toString(samples),
                number(own),
                "Layer stability, unpruned passes"));
      }
      if (!part.figures().isEmpty()) {
        rows.add(
            List.of(
                part.key(),
                String.join(", ", part.figures()),
                "2",
                Integer.toString(part.figures().size()),
                number(0),
                "Qualitative figures, unpruned passes"));
      }
      for (Preset preset : part.presets()) {
        List<MethodSpec> settings = preset.settings(preset.budgets());
        long samples = samples(preset.suite());
        double own = hours(settings, samples);
        answers += samples * settings.size();
        hours += own;
        rows.add(
            List.of(
                part.key(),
                preset.suite(),
                Integer.toString(settings.size()),
                Long.toString(samples),
                number(own),
                preset.title()));
      }
    }
    List<String> header = List.of("Part", "Tasks", "Settings", "Samples", "Hours", "Table");
    return new TextTable("Plan", header, rows, List.of())
        .withNote(
            "%d answers, about %s hours, %.2f GB of records."
                .formatted(answers, number(hours), answers * BYTES_OF_ANSWER / 1e9))
        .withNote(
            flopsPerSecond.isPresent()
                ? "Hours are those of the prefills on this machine; towers and new tokens add to"
                    + " them, shared layers and more machines (--engine spark) save some."
                : "Hours are those of two cores; times of a busy machine are longer.");
  }

  private static String number(double hours) {
    return String.format(Locale.ROOT, hours < 10 ? "%.2f" : "%.0f", hours);
  }

  private double hours(List<MethodSpec> settings, long samples) {
    if (flopsPerSecond.isEmpty()) {
      return samples * settings.size() / EMBEDDED_ANSWERS / 3600;
    }
    Optional<CostSetting> cost = CostSetting.named(family.family());
    double flops = 0;
    for (MethodSpec setting : settings) {
      flops += cost.map(c -> setting.isFull() ? c.unpruned() : pruned(c, setting)).orElse(0.0);
    }
    return samples * flops / EFFICIENCY / flopsPerSecond.getAsDouble() / 3600;
  }

  /** Estimates as if every method pruned where QCPruner does. */
  private static double pruned(CostSetting cost, MethodSpec setting) {
    return cost.exact(Math.max(1, setting.requireBudget().resolve(cost.patches(), 64)));
  }

  private long samples(String suite) throws DataException {
    if (suite.equals("pocket") || suite.equals("pocket-clips")) {
      return (suite.equals("pocket") ? FAMILIES : CLIP_FAMILIES) * limited(DRAWN);
    }
    long sum = 0;
    for (String task : TaskCatalog.SUITES.getOrDefault(suite, List.of(suite))) {
      sum += limited(task.startsWith("pocket") ? FAMILIES * DRAWN : published(task));
    }
    return sum;
  }

  private long limited(long rows) {
    return limit == 0 ? rows : Math.min(limit, rows);
  }

  /** Published rows of a task, first of all those of the family's own profile. */
  private long published(String task) throws DataException {
    return DataManifest.usualLayout().entries().stream()
        .filter(e -> e.benchmark().equals(task))
        .sorted((a, b) -> Boolean.compare(isOwn(b), isOwn(a)))
        .mapToLong(DataManifest.Entry::rows)
        .findFirst()
        .orElse(0);
  }

  private boolean isOwn(DataManifest.Entry entry) {
    return family.profile().label().equals(entry.profile());
  }
}
