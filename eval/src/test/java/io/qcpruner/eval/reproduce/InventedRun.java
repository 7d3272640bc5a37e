package io.qcpruner.eval.reproduce;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.preset.Presets;
import io.qcpruner.eval.report.ExternalScores;
import io.qcpruner.eval.report.PaperTable;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.run.ModelCard;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunJson;
import io.qcpruner.eval.run.RunManifest;
import io.qcpruner.eval.run.RunRecord;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.eval.task.TaskOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run of a preset's tasks and settings whose scores and records are invented. */
record InventedRun(Preset preset, ScoreBook book, ScoreTable scores) {

  private static final PrefillFlops LLAMA_7B = new PrefillFlops(4096, 11008, 32, 32, 32, 128);

  /** A run with the paper's scores and these records. */
  static InventedRun ofPaper(Path folder, Preset preset, List<RunRecord> records)
      throws IOException {
    return of(folder, preset, family(preset), paperScores(preset), records);
  }

  static InventedRun of(
      Path folder,
      Preset preset,
      ModelProfile family,
      ExternalScores scores,
      List<RunRecord> records)
      throws IOException {
    Path run = Files.createDirectories(folder.resolve(preset.name() + "-" + family));
    Map<String, RunManifest.TaskEntry> tasks = new HashMap<>();
    TaskCatalog.SUITES
        .getOrDefault(preset.suite(), List.of(preset.suite()))
        .forEach(task -> tasks.put(task, new RunManifest.TaskEntry("invented", 1, "c0ffee", 16)));
    new RunManifest(
            RunManifest.FORMAT,
            "1",
            new ModelCard("invented", family.family(), "c0ffee", LLAMA_7B),
            tasks,
            preset.settings(preset.budgets()).stream().map(MethodSpec::toString).toList(),
            TaskOptions.PAPER,
            Map.of(),
            Map.of(),
            "2026-01-01")
        .write(run);
    StringBuilder lines = new StringBuilder();
    for (RunRecord each : records) {
      lines.append(RunJson.MAPPER.writeValueAsString(each)).append('\n');
    }
    Files.writeString(run.resolve("predictions.jsonl"), lines);
    ScoreBook book =
        ScoreBook.read(
            RunFolder.open(run),
            new TaskCatalog(TaskOptions.PAPER, List.of()),
            each -> Optional.of(each.outcome()));
    return new InventedRun(preset, book, ScoreTable.of(book, scores, ScoreTable.Input.DISPLAYED));
  }

  private static ModelProfile family(Preset preset) {
    return switch (preset.name()) {
      case "main-next" -> ModelProfile.LLAVA_NEXT;
      case "main-video" -> ModelProfile.LLAVA_VIDEO;
      default -> preset.name().contains("qwen") ? ModelProfile.QWEN2_5_VL : ModelProfile.LLAVA_1_5;
    };
  }

  /** One answer. */
  static RunRecord answer(
      String task, int row, MethodSpec setting, int[] rowsPerLayer, Cost cost, Outcome outcome) {
    return new RunRecord(
        task,
        "llava",
        "q" + row,
        row,
        setting.toString(),
        "Which?",
        List.of(),
        "m",
        "text",
        1,
        "stop",
        cost.full,
        cost.kept,
        rowsPerLayer,
        cost.structural,
        cost.ms,
        List.of(),
        cost.bytes,
        outcome);
  }

  /** What an answer cost. */
  record Cost(int full, int kept, int structural, Map<String, Double> ms, long bytes) {
    static final Cost NONE = new Cost(0, 0, 0, Map.of(), 0);
  }

  /** The paper's scores as those of a server. */
  static ExternalScores paperScores(Preset preset) {
    Map<String, Map<String, BigDecimal>> scores = new HashMap<>();
    add(scores, MethodSpec.FULL, full(preset), preset);
    for (String budget : preset.budgets()) {
      for (Preset.Row row : preset.rowsAt(budget)) {
        add(scores, row.at(budget), preset.printedRow(row.label(), budget).orElseThrow(), preset);
      }
    }
    return new ExternalScores(scores);
  }

  /** Ablations without a row of the unpruned model have it in the table of their backbone. */
  static Map<String, String> full(Preset preset) {
    String main = preset.name().contains("qwen") ? "main-qwen" : "main-llava";
    return preset.paper().rows().stream()
        .filter(r -> r.containsValue("Full"))
        .findFirst()
        .orElseGet(() -> Presets.named(main).paper().find("method", "Full").orElseThrow());
  }

  private static void add(
      Map<String, Map<String, BigDecimal>> scores,
      MethodSpec setting,
      Map<String, String> row,
      Preset preset) {
    for (String task : TaskCatalog.SUITES.get(preset.suite())) {
      scores
          .computeIfAbsent(task, t -> new HashMap<>())
          .put(setting.toString(), new BigDecimal(row.get(PaperTable.column(task))));
    }
  }
}
