package io.qcpruner.eval.report;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.eval.metric.Metric;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.metric.Sheet;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunManifest;
import io.qcpruner.eval.run.RunRecord;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskCatalog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** The outcomes and costs of a run by task and setting. */
public final class ScoreBook {

  private final RunManifest manifest;
  private final TaskCatalog catalog;
  private final Map<String, Map<String, List<Outcome>>> outcomes = new HashMap<>();
  private final Map<String, Map<String, CostSums>> costs = new HashMap<>();

  private ScoreBook(RunManifest manifest, TaskCatalog catalog) {
    this.manifest = manifest;
    this.catalog = catalog;
  }

  /** Replaces the verdict of a record, for judges that speak after the run. */
  @FunctionalInterface
  public interface Verdicts {
    Optional<Outcome> of(RunRecord record) throws IOException;

    /** The verdicts of the run, none for tasks that need a judge or a server. */
    static Verdicts ofRun(TaskCatalog catalog) {
      return record ->
          catalog.task(record.benchmark()).scoring() == Task.Scoring.OFFLINE
              ? Optional.of(record.outcome())
              : Optional.empty();
    }
  }

  public static ScoreBook read(RunFolder run, TaskCatalog catalog, Verdicts verdicts)
      throws IOException {
    ScoreBook book = new ScoreBook(run.manifest(), catalog);
    PrefillFlops decoder = run.manifest().model().decoder();
    run.records(
        record -> {
          Optional<Outcome> verdict = verdicts.of(record);
          if (verdict.isPresent()) {
            book.outcomes
                .computeIfAbsent(record.benchmark(), t -> new HashMap<>())
                .computeIfAbsent(record.setting(), s -> new ArrayList<>())
                .add(verdict.get());
          }
          book.costs
              .computeIfAbsent(record.benchmark(), t -> new HashMap<>())
              .computeIfAbsent(record.setting(), s -> new CostSums())
              .add(record, decoder);
        });
    return book;
  }

  public RunManifest manifest() {
    return manifest;
  }

  /**
   * Tasks of the run in the order of the paper's table of the family, others in the catalogue's.
   */
  public List<String> tasks() {
    List<String> own = catalog.keys().stream().filter(manifest.tasks()::containsKey).toList();
    String table = ModelProfile.of(manifest.model().family()).paperTable();
    return table.isEmpty() ? own : PaperTable.ordered(PaperTable.load(table).tasks(), own);
  }

  public List<MethodSpec> settings() {
    return manifest.settings().stream().map(MethodSpec::parseComplete).toList();
  }

  public String title(String task) {
    return catalog.task(task).title();
  }

  public Task.Scoring scoring(String task) {
    return catalog.task(task).scoring();
  }

  public Metric metric(String task) {
    return catalog.task(task).metric(manifest.model().profile());
  }

  /** The outcomes of a cell, empty if there are none. */
  public List<Outcome> outcomes(String task, MethodSpec setting) {
    return outcomes.getOrDefault(task, Map.of()).getOrDefault(setting.toString(), List.of());
  }

  /** The score sheet of a cell. */
  public Optional<Sheet> sheet(String task, MethodSpec setting) {
    List<Outcome> cell = outcomes(task, setting);
    return cell.isEmpty() ? Optional.empty() : Optional.of(metric(task).sheet(cell));
  }

  public Optional<CostSums> costs(String task, MethodSpec setting) {
    return Optional.ofNullable(costs.getOrDefault(task, Map.of()).get(setting.toString()));
  }

  /** The budget of a setting; for one that depends on the sample also the mean of what it kept. */
  public String tokens(MethodSpec setting) {
    if (setting.isFull()) {
      return "all";
    }
    return setting.requireBudget() instanceof Budget.Auto
        ? setting.budgetText() + kept(setting).map(k -> " (" + k + ")").orElse("")
        : setting.budgetText();
  }

  /** Mean number of tokens that a setting kept, over its tasks with equal weight. */
  Optional<String> kept(MethodSpec setting) {
    OptionalDouble mean =
        tasks().stream()
            .flatMap(task -> costs(task, setting).stream())
            .filter(sums -> sums.samples() > 0)
            .mapToDouble(CostSums::tokensKept)
            .average();
    return mean.isPresent()
        ? Optional.of(String.format(Locale.ROOT, "%.1f", mean.getAsDouble()))
        : Optional.empty();
  }

  /** Whether a cell has fewer samples than the task. */
  boolean partial(String task, MethodSpec setting) {
    return sheet(task, setting).filter(s -> s.samples() < expected(task)).isPresent();
  }

  /** Samples of the task that this run could have. */
  public int expected(String task) {
    return manifest.tasks().get(task).samples();
  }
}
