package io.qcpruner.eval.preset;

import io.qcpruner.eval.preset.Preset.Row;
import java.util.List;

/** The ablations of the paper; layer and floor have their own commands. */
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

  public static final List<Preset> ALL =
      List.of(
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

  private Presets() {}

  public static Preset named(String name) {
    return ALL.stream()
        .filter(preset -> preset.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown preset "
                        + name
                        + "; known: "
                        + ALL.stream().map(Preset::name).toList()));
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
