package io.qcpruner.eval.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.preset.Presets;
import io.qcpruner.eval.report.ExternalScores;
import io.qcpruner.eval.report.ScoreBook;
import io.qcpruner.eval.report.ScoreTable;
import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.run.ModelCard;
import io.qcpruner.eval.run.RunFolder;
import io.qcpruner.eval.run.RunManifest;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.eval.task.TaskOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of invented scores, which are the paper's, give the paper's tables. */
class PaperShapeTest {

  @TempDir Path folder;

  /** A run of the preset's tasks and settings with no records of its own. */
  private ScoreBook book(Preset preset) throws IOException {
    Path run = folder.resolve(preset.name());
    Files.createDirectories(run);
    Map<String, RunManifest.TaskEntry> tasks = new HashMap<>();
    TaskCatalog.SUITES
        .get(preset.suite())
        .forEach(task -> tasks.put(task, new RunManifest.TaskEntry("invented", 100, "c0ffee", 16)));
    PrefillFlops decoder = new PrefillFlops(4096, 11008, 32, 32, 32, 128);
    String family = preset.name().contains("qwen") ? "qwen2.5-vl" : "llava-1.5";
    new RunManifest(
            RunManifest.FORMAT,
            "1",
            new ModelCard("invented", ModelProfile.named(family).family(), "c0ffee", decoder),
            tasks,
            preset.settings(preset.budgets()).stream().map(MethodSpec::toString).toList(),
            TaskOptions.PAPER,
            Map.of(),
            Map.of(),
            "2026-01-01")
        .write(run);
    Files.createFile(run.resolve("predictions.jsonl"));
    TaskCatalog catalog = new TaskCatalog(TaskOptions.PAPER, List.of());
    return ScoreBook.read(RunFolder.open(run), catalog, record -> java.util.Optional.empty());
  }

  /** The paper's scores as those of a server. */
  private static ExternalScores scores(Preset preset) {
    Map<String, Map<String, BigDecimal>> scores = new HashMap<>();
    Map<String, String> full =
        preset.paper().rows().stream()
            .filter(r -> r.containsValue("Full"))
            .findFirst()
            .orElseGet(() -> fullOf(preset));
    add(scores, MethodSpec.FULL, full, preset);
    for (String budget : preset.budgets()) {
      for (Preset.Row row : preset.rowsAt(budget)) {
        add(scores, row.at(budget), preset.printedRow(row.label(), budget).orElseThrow(), preset);
      }
    }
    return new ExternalScores(scores);
  }

  /** Ablations without a row of the unpruned model have it in the table of their backbone. */
  private static Map<String, String> fullOf(Preset preset) {
    String main = preset.name().contains("qwen") ? "main-qwen" : "main-llava";
    return Presets.named(main).paper().find("method", "Full").orElseThrow();
  }

  private static void add(
      Map<String, Map<String, BigDecimal>> scores,
      MethodSpec setting,
      Map<String, String> row,
      Preset preset) {
    for (String column : preset.paper().tasks()) {
      String task = column.equals("longvideobench_val") ? "longvideobench" : column;
      scores
          .computeIfAbsent(task, t -> new HashMap<>())
          .put(setting.toString(), new BigDecimal(row.get(column)));
    }
  }

  @Test
  void everyPrintedCellIsThePapers() throws IOException {
    int compared = 0;
    for (Preset preset : Presets.ALL) {
      ScoreBook book = book(preset);
      ScoreTable table = ScoreTable.of(book, scores(preset), ScoreTable.Input.DISPLAYED);
      TextTable shaped = PaperShape.of(preset, book, table, preset.budgets());
      List<List<String>> expected = new ArrayList<>();
      for (String budget : preset.budgets()) {
        for (Map<String, String> row : preset.paper().rows()) {
          if (preset.rowsAt(budget).stream()
              .anyMatch(
                  r -> preset.printedRow(r.label(), budget).equals(java.util.Optional.of(row)))) {
            List<String> line = new ArrayList<>(List.of(row.get(preset.labelColumn())));
            preset.paper().tasks().forEach(task -> line.add(row.get(task)));
            line.add(row.get("avg_rel"));
            expected.add(line);
          }
        }
      }
      List<List<String>> ours = new ArrayList<>(shaped.rows());
      ours.removeIf(row -> row.get(1).isEmpty() || row.get(0).equals("Full"));
      assertEquals(expected, ours, preset.name());
      compared += expected.stream().mapToInt(row -> row.size() - 1).sum();
      TextTable difference =
          PaperShape.differences(shaped, preset, PaperShape.order(preset.paper(), table.tasks()))
              .orElseThrow();
      assertTrue(
          difference.rows().stream().allMatch(row -> row.stream().skip(2).allMatch("0"::equals)),
          preset.name());
    }
    assertEquals(1158, compared, "cells compared");
  }

  /** The best number of a band is bold, as in the paper, and the second underlined. */
  @Test
  void marksAreThoseOfABand() throws IOException {
    Preset preset = Presets.named("selectors-llava");
    ScoreBook book = book(preset);
    ScoreTable table = ScoreTable.of(book, scores(preset), ScoreTable.Input.DISPLAYED);
    String tex = TableFormat.LATEX.render(PaperShape.of(preset, book, table, List.of("64")));
    String last = tex.lines().filter(l -> l.startsWith("QCPruner")).findFirst().orElseThrow();
    assertTrue(last.contains("\\textbf{98.6}"), last);
  }

  @Test
  void namesOfCheckpointsSpeakOfFamilies() {
    assertEquals(ModelProfile.LLAVA_1_5, ModelProfile.ofModelName("liuhaotian/llava-v1.5-7b"));
    assertEquals(
        ModelProfile.LLAVA_NEXT, ModelProfile.ofModelName("llava-hf/llava-v1.6-vicuna-7b"));
    assertEquals(
        ModelProfile.LLAVA_VIDEO, ModelProfile.ofModelName("lmms-lab/LLaVA-Video-7B-Qwen2"));
    assertEquals(ModelProfile.QWEN2_5_VL, ModelProfile.ofModelName("Qwen/Qwen2.5-VL-7B-Instruct"));
    assertEquals(ModelProfile.OTHER, ModelProfile.ofModelName("org/another"));
  }

  @Test
  void partsOfAModelHaveTablesOrAReason() {
    for (List<Part> parts :
        List.of(
            PaperParts.ofPaper(ModelProfile.LLAVA_1_5),
            PaperParts.ofPaper(ModelProfile.LLAVA_NEXT),
            PaperParts.ofPaper(ModelProfile.LLAVA_VIDEO),
            PaperParts.ofPaper(ModelProfile.QWEN2_5_VL),
            PaperParts.ofPictures(),
            PaperParts.ofClips())) {
      assertEquals(PaperParts.KEYS, parts.stream().map(Part::key).toList());
      assertTrue(parts.stream().allMatch(p -> p.presets().isEmpty() != p.missing().isEmpty()));
      assertFalse(parts.get(0).presets().isEmpty());
    }
  }
}
