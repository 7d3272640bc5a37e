package io.qcpruner.eval.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.preset.Presets;
import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.eval.run.RunRecord;
import io.qcpruner.eval.task.ModelProfile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of invented scores, which are the paper's, give the paper's tables. */
class PaperShapeTest {

  /** The columns of each table as the paper prints them. */
  private static final String LLAVA_10 =
      "vqav2 gqa vizwiz scienceqa_img textvqa pope mme mmbench_en mmbench_cn mmvet avg_rel";

  private static final String QWEN_7 =
      "textvqa chartqa ai2d ocrbench mme mmbench_en mmbench_cn avg_rel";
  private static final String CUES =
      "scienceqa_img gqa pope mme textvqa mmbench_en mmbench_cn avg_rel";
  private static final Map<String, String> COLUMNS =
      Map.ofEntries(
          Map.entry("main-llava", LLAVA_10),
          Map.entry("main-llava-short", LLAVA_10),
          Map.entry("main-next", LLAVA_10),
          Map.entry("main-qwen", QWEN_7),
          Map.entry(
              "main-video",
              "granularity mvbench longvideobench_val videomme videomme_short videomme_medium"
                  + " videomme_long avg_rel"),
          Map.entry("cues-32", CUES),
          Map.entry("cues-64", CUES),
          Map.entry(
              "edges-llava", "gqa pope mme scienceqa_img textvqa mmbench_en mmbench_cn avg_rel"),
          Map.entry("edges-qwen", QWEN_7),
          Map.entry(
              "selectors-llava",
              "gqa pope textvqa mmbench_en mmbench_cn mme scienceqa_img avg_rel"),
          Map.entry("selectors-qwen", QWEN_7),
          Map.entry("keywords", "gqa pope mme textvqa scienceqa_img mmbench_en mmbench_cn avg_rel"),
          Map.entry(
              "sparsevlm-anchors",
              "gqa pope scienceqa_img textvqa mme mmbench_en mmbench_cn avg_rel"));

  @TempDir Path folder;

  private InventedRun run(Preset preset) throws IOException {
    return InventedRun.ofPaper(
        folder, preset, preset.name().equals("main-video") ? clips(preset) : List.of());
  }

  private static TextTable shaped(InventedRun run) {
    return PaperShape.of(run.preset(), run.book(), run.scores(), run.preset().budgets());
  }

  /** One answer per duration of Video-MME, whose credit is the printed share. */
  static List<RunRecord> clips(Preset preset) {
    List<RunRecord> records = new ArrayList<>();
    durations(records, MethodSpec.FULL, InventedRun.full(preset));
    for (String budget : preset.budgets()) {
      for (Preset.Row row : preset.rowsAt(budget)) {
        durations(records, row.at(budget), preset.printedRow(row.label(), budget).orElseThrow());
      }
    }
    return records;
  }

  private static void durations(
      List<RunRecord> records, MethodSpec setting, Map<String, String> printed) {
    int row = 0;
    for (String duration : List.of("short", "medium", "long")) {
      double credit = Double.parseDouble(printed.get("videomme_" + duration)) / 100;
      Outcome outcome = new Outcome("u" + row, duration, List.of(), credit, true, "A", "A");
      records.add(
          InventedRun.answer(
              "videomme", row++, setting, new int[0], InventedRun.Cost.NONE, outcome));
    }
  }

  @Test
  void everyPrintedCellIsThePapers() throws IOException {
    int compared = 0;
    for (Preset preset : Presets.ALL) {
      InventedRun run = run(preset);
      List<String> columns = List.of(COLUMNS.get(preset.name()).split(" "));
      List<List<String>> expected = new ArrayList<>();
      for (String budget : preset.budgets()) {
        for (Map<String, String> row : preset.paper().rows()) {
          if (preset.rowsAt(budget).stream()
              .anyMatch(
                  r -> preset.printedRow(r.label(), budget).equals(java.util.Optional.of(row)))) {
            List<String> line = new ArrayList<>(List.of(row.get(preset.labelColumn())));
            columns.forEach(column -> line.add(row.get(column)));
            expected.add(line);
          }
        }
      }
      List<List<String>> ours = new ArrayList<>(shaped(run).rows());
      ours.removeIf(
          row -> row.get(1).isEmpty() || row.get(0).equals("Full") || row.get(0).equals("Δ"));
      assertEquals(expected, ours, preset.name());
      compared += expected.stream().mapToInt(row -> row.size() - 1).sum();
      TextTable difference =
          PaperShape.differences(preset, run.book(), run.scores(), preset.budgets()).orElseThrow();
      assertTrue(
          difference.rows().stream()
              .allMatch(row -> row.stream().skip(2).allMatch(c -> c.isEmpty() || c.equals("0"))),
          preset.name());
    }
    assertEquals(1158 + 15 * 11 + 12 * 4, compared, "cells compared");
  }

  /** The last row of the table of transferred anchors is the paper's, sign included. */
  @Test
  void differenceOfAnchors() throws IOException {
    List<List<String>> rows = shaped(run(Presets.named("sparsevlm-anchors"))).rows();
    assertEquals(
        List.of("Δ", "+0.3", "+1.2", "+0.1", "+0.1", "+39.9", "+1.0", "+0.4", "+1.0"),
        rows.get(rows.size() - 1));
  }

  /** Bands say what is gone, as the paper's do. */
  @Test
  void bandsAreThePapers() throws IOException {
    assertEquals(
        List.of(
            "All 576 tokens (100%)",
            "128 tokens (↓77.8%)", "64 tokens (↓88.9%)", "32 tokens (↓94.4%)"),
        bands("main-llava"));
    assertEquals(
        List.of(
            "All 10816 tokens (100%)",
            "64/frame tokens (↓62.1%)", "32/frame tokens (↓81.1%)", "16/frame tokens (↓90.5%)"),
        bands("main-video"));
  }

  private List<String> bands(String preset) throws IOException {
    TextTable table = shaped(run(Presets.named(preset)));
    return table.bands().stream().sorted().map(r -> table.rows().get(r).get(0)).toList();
  }

  /** The best number of a band is bold, as in the paper, and the second underlined. */
  @Test
  void marksAreThoseOfABand() throws IOException {
    String tex = TableFormat.LATEX.render(shaped(run(Presets.named("selectors-llava"))));
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
      assertTrue(
          parts.stream()
              .allMatch(
                  p ->
                      (p.presets().isEmpty() && p.layers().isEmpty() && p.figures().isEmpty())
                          != p.missing().isEmpty()));
      assertFalse(parts.get(0).presets().isEmpty());
    }
  }
}
