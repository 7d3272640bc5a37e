package io.qcpruner.eval.preset;

import io.qcpruner.eval.preset.Preset.Row;
import java.util.List;
import java.util.stream.Stream;

/** The tables of the paper; the layer has a command of its own. */
public final class Presets {

  private static final List<Row> CUES =
      List.of(
          new Row("Sim.+Anc.", "qcpruner:cues=similarity"),
          new Row("QK+Anc.", "qcpruner:cues=alignment"),
          new Row("Fusion+Prompt", "qcpruner:text=full-prompt"),
          new Row("Fusion+Anc.", "qcpruner"));

  private static final List<Row> EDGES =
      List.of(
          new Row("c_ij", "qcpruner:selector=visual-only"),
          new Row("c_ij*u_i", "qcpruner:selector=target"),
          new Row("c_ij*u_j", "qcpruner:selector=representative"),
          new Row("c_ij*u_i*u_j", "qcpruner"));

  private static final List<Row> SELECTORS =
      List.of(
          new Row("Top-K", "qcpruner:selector=top-k"),
          new Row("MMR", "qcpruner:selector=mmr"),
          new Row("CDPruner-DPP", "qcpruner:selector=dpp"),
          new Row("MMTok-style", "qcpruner:selector=mmtok-style"),
          new Row("Visual-only Cov.", "qcpruner:selector=visual-only"),
          new Row("QCPruner", "qcpruner"));

  private static final List<Row> KEYWORDS =
      List.of(
          new Row("2", "qcpruner:keywords=2"),
          new Row("4", "qcpruner:keywords=4"),
          new Row("6", "qcpruner:keywords=6"),
          new Row("8", "qcpruner:keywords=8"));

  private static final List<Row> SPARSEVLM =
      List.of(new Row("SparseVLM", "sparsevlm"), new Row("SparseVLM+anchors", "sparsevlm-anchors"));

  private static final List<Row> MAIN =
      List.of(
          new Row("FastV", "fastv"),
          new Row("SparseVLM", "sparsevlm"),
          new Row("VisionZip", "visionzip"),
          new Row("DART", "dart"),
          new Row("DivPrune", "divprune"),
          new Row("CDPruner", "cdpruner"),
          new Row("PruneSID", "prunesid"),
          new Row("MMTok", "mmtok"),
          new Row("QCPruner-Early", "qcpruner-early"),
          new Row("QCPruner", "qcpruner"));

  /** The cost table's rows in its order. */
  private static final List<Row> COST =
      List.of(
          new Row("FastV", "fastv"),
          new Row("SparseVLM", "sparsevlm"),
          new Row("DART", "dart"),
          new Row("DivPrune", "divprune"),
          new Row("QCPruner-Early", "qcpruner-early"),
          new Row("QCPruner", "qcpruner"));

  private static final List<Row> MAIN_SHORT =
      List.of(
          new Row("MMTok", "mmtok"),
          new Row("VisionZip", "visionzip"),
          new Row("DivPrune", "divprune"),
          new Row("CDPruner", "cdpruner"),
          new Row("QCPruner", "qcpruner"));

  private static final List<Row> MAIN_QWEN =
      List.of(
          new Row("FastV", "fastv"),
          new Row("DivPrune", "divprune"),
          new Row("VisionZip", "visionzip"),
          new Row("MMTok", "mmtok"),
          new Row("QCPruner", "qcpruner"));

  private static final List<Row> MAIN_VIDEO =
      List.of(
          new Row("FastV", "fastv"),
          new Row("DivPrune", "divprune"),
          new Row("FastVID", "fastvid"),
          new Row("QCPruner", "qcpruner"));

  /** The tables of scores. */
  public static final List<Preset> ALL =
      List.of(
          main(
              "main-llava",
              "Full results on LLaVA-1.5-7B",
              MAIN,
              "128,64,32",
              "llava-10",
              "llava15_full"),
          main(
              "main-llava-short",
              "Results on LLaVA-1.5-7B",
              MAIN_SHORT,
              "128,64,32",
              "llava-10",
              "llava15_main"),
          main(
              "main-next",
              "Full results on LLaVA-NeXT-7B",
              MAIN,
              "640,320,160",
              "llava-10",
              "llava_next_full"),
          main(
              "main-qwen",
              "Full results on Qwen2.5-VL-7B",
              MAIN_QWEN,
              "512,256,128",
              "qwen-7",
              "qwen_full"),
          main(
              "main-video",
              "Complete results on LLaVA-Video-7B",
              MAIN_VIDEO,
              "64/frame,32/frame,16/frame",
              "video-3",
              "video_full"),
          llava(
              "cues-32",
              "Cues and anchors at 32 tokens",
              CUES,
              "32",
              "cue_anchor_32",
              "configuration",
              ""),
          llava(
              "cues-64",
              "Cues and anchors at 64 tokens",
              CUES,
              "64",
              "cue_anchor_64",
              "configuration",
              ""),
          llava(
              "edges-llava",
              "Edge weights, LLaVA-1.5",
              EDGES,
              "64",
              "bilateral",
              "edge_weight",
              "llava15"),
          qwen("edges-qwen", "Edge weights, Qwen2.5-VL", EDGES, "bilateral", "edge_weight"),
          llava(
              "selectors-llava",
              "Selectors, LLaVA-1.5",
              SELECTORS,
              "64",
              "selectors",
              "selector",
              "llava15"),
          qwen("selectors-qwen", "Selectors, Qwen2.5-VL", SELECTORS, "selectors", "selector"),
          llava(
              "keywords",
              "Number of keywords",
              KEYWORDS,
              "64",
              "keyword_count",
              "max_keywords",
              ""),
          llava(
              "sparsevlm-anchors",
              "SparseVLM with query anchors",
              SPARSEVLM,
              "64",
              "sparsevlm_anchors",
              "method",
              ""));

  /** The cost table: times, memory and one score of LLaVA-NeXT; no table of scores is printed. */
  public static final Preset EFFICIENCY =
      new Preset(
          "efficiency-next", "Cost, LLaVA-NeXT-7B", COST, List.of("320"), "pope", "", "method", "");

  private Presets() {}

  public static Preset named(String name) {
    return Stream.concat(ALL.stream(), Stream.of(EFFICIENCY))
        .filter(preset -> preset.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown preset "
                        + name
                        + "; known: "
                        + ALL.stream().map(Preset::name).toList()
                        + " and "
                        + EFFICIENCY.name()));
  }

  private static Preset main(
      String name, String title, List<Row> rows, String budgets, String suite, String table) {
    return new Preset(name, title, rows, List.of(budgets.split(",")), suite, table, "method", "");
  }

  private static Preset llava(
      String name,
      String title,
      List<Row> rows,
      String budget,
      String table,
      String labels,
      String backbone) {
    return new Preset(name, title, rows, List.of(budget), "llava-7", table, labels, backbone);
  }

  private static Preset qwen(
      String name, String title, List<Row> rows, String table, String labels) {
    return new Preset(
        name, title, rows, List.of("256", "128"), "qwen-7", table, labels, "qwen25vl");
  }
}
