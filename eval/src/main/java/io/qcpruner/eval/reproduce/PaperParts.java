package io.qcpruner.eval.reproduce;

import io.qcpruner.eval.preset.Preset;
import io.qcpruner.eval.preset.Presets;
import io.qcpruner.eval.task.ModelProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Which parts of the paper's evaluation a model can give. */
public final class PaperParts {

  /** All parts in the order of the paper. */
  public static final List<String> KEYS =
      List.of(
          "main",
          "cues",
          "edges",
          "selectors",
          "keywords",
          "sparsevlm-anchors",
          "depth",
          "rho",
          "layers",
          "figures");

  /** Behind layer 5 of the embedded models every method answers nearly everything. */
  private static final int DEEPEST = 7;

  /** What layer stability of the embedded models needs; with 30 it names another layer. */
  private static final int PASSES = 180;

  private static final String OTHER_BACKBONE = "the paper has this table for another backbone only";

  private PaperParts() {}

  /**
   * The parts of a published family, on the paper's tasks.
   *
   * @throws IllegalArgumentException if the paper did not evaluate the family
   */
  public static List<Part> ofPaper(ModelProfile family) {
    return switch (family) {
      case LLAVA_1_5 ->
          List.of(
              part("main", "main-llava"),
              part("cues", "cues-32", "cues-64"),
              part("edges", "edges-llava"),
              part("selectors", "selectors-llava"),
              part("keywords", "keywords"),
              part("sparsevlm-anchors", "sparsevlm-anchors"),
              Part.missing("depth", "the paper has no such table"),
              Part.of("rho", rho("mmstar", "64")),
              Part.layers("mmstar", 64, 0),
              Part.figures("pope:130", "pope:134", "pope:138"));
      case LLAVA_NEXT -> only("main-next");
      case QWEN2_5_VL ->
          List.of(
              part("main", "main-qwen"),
              Part.missing("cues", OTHER_BACKBONE),
              part("edges", "edges-qwen"),
              part("selectors", "selectors-qwen"),
              Part.missing("keywords", OTHER_BACKBONE),
              Part.missing("sparsevlm-anchors", OTHER_BACKBONE),
              Part.missing("depth", "the paper has no such table"),
              Part.of("rho", rho("mmstar", "256")),
              Part.missing("layers", OTHER_BACKBONE),
              Part.missing("figures", OTHER_BACKBONE));
      case LLAVA_VIDEO -> {
        List<Part> parts = new ArrayList<>(only("main-video"));
        parts.set(KEYS.indexOf("rho"), Part.of("rho", rho("nextqa", "32/frame")));
        yield parts;
      }
      case OTHER ->
          throw new IllegalArgumentException(
              "the paper did not evaluate this family; its tables are of LLaVA-1.5, LLaVA-NeXT,"
                  + " LLaVA-Video and Qwen2.5-VL, and the embedded models have tables of their"
                  + " own");
    };
  }

  private static List<Part> only(String preset) {
    List<Part> parts = new ArrayList<>(List.of(part("main", preset)));
    KEYS.stream().skip(1).forEach(key -> parts.add(Part.missing(key, OTHER_BACKBONE)));
    return parts;
  }

  private static Part part(String key, String... presets) {
    return Part.of(key, List.of(presets).stream().map(Presets::named).toArray(Preset[]::new));
  }

  private static Preset rho(String task, String budget) {
    List<Preset.Row> rows =
        IntStream.rangeClosed(0, 10)
            .mapToObj(i -> i / 10.0)
            .map(rho -> new Preset.Row(rho.toString(), "qcpruner:rho=" + rho))
            .toList();
    return own("rho", "Utility floor", rows, List.of(budget), task);
  }

  /** The parts of the embedded picture model, on its own tasks. */
  public static List<Part> ofPictures() {
    List<String> budgets = List.of("32", "16", "8");
    List<Part> parts = new ArrayList<>();
    Preset main = Presets.named("main-llava");
    List<Preset.Row> rows = new ArrayList<>();
    for (Preset.Row row : main.rows()) {
      rows.add(new Preset.Row(row.label(), embedded(row.method())));
    }
    rows.add(new Preset.Row("Random", "random"));
    parts.add(Part.of("main", own("main", "Main results", rows, budgets, "pocket")));
    parts.add(ablation("cues", "Cues and anchors", "cues-32", budgets, "pocket"));
    parts.add(ablation("edges", "Edge weights", "edges-llava", budgets, "pocket"));
    parts.add(ablation("selectors", "Selectors", "selectors-llava", budgets, "pocket"));
    parts.add(ablation("keywords", "Number of keywords", "keywords", budgets, "pocket"));
    List<Preset.Row> sparse =
        List.of(
            new Preset.Row("SparseVLM", "sparsevlm:single-stage=true"),
            new Preset.Row("SparseVLM+anchors", "sparsevlm-anchors:single-stage=true"));
    parts.add(
        Part.of(
            "sparsevlm-anchors",
            own("sparsevlm-anchors", "SparseVLM with query anchors", sparse, budgets, "pocket")));
    parts.add(
        Part.of("depth", own("depth", "Methods by depth", depths(), List.of("16", "8"), "pocket")));
    parts.add(Part.of("rho", rho("pocket-calibration", "16")));
    parts.add(Part.layers("pocket-calibration", 64, PASSES));
    parts.add(Part.figures("pocket-color:130", "pocket-presence:134", "pocket-verbose:138"));
    return parts;
  }

  /** The parts of the embedded model for clips. */
  public static List<Part> ofClips() {
    List<String> budgets = List.of("4/frame", "2/frame", "1/frame");
    List<Preset.Row> rows = new ArrayList<>(Presets.named("main-video").rows());
    rows.add(new Preset.Row("Random", "random"));
    List<Part> parts = new ArrayList<>();
    parts.add(Part.of("main", own("main", "Main results", rows, budgets, "pocket-clips")));
    parts.add(ablation("cues", "Cues and anchors", "cues-32", budgets, "pocket-clips"));
    parts.add(ablation("edges", "Edge weights", "edges-llava", budgets, "pocket-clips"));
    parts.add(ablation("selectors", "Selectors", "selectors-llava", budgets, "pocket-clips"));
    parts.add(ablation("keywords", "Number of keywords", "keywords", budgets, "pocket-clips"));
    parts.add(Part.missing("sparsevlm-anchors", OTHER_BACKBONE));
    parts.add(
        Part.of(
            "depth",
            own(
                "depth",
                "Methods by depth",
                depths(),
                List.of("2/frame", "1/frame"),
                "pocket-clips")));
    parts.add(Part.of("rho", rho("pocket-clips-calibration", "2/frame")));
    parts.add(Part.layers("pocket-clips-calibration", 64, PASSES));
    parts.add(
        Part.figures(
            "pocket-clips-motion:130", "pocket-clips-order:134", "pocket-clips-appearance:138"));
    return parts;
  }

  /** Methods that the small decoder needs in one stage, or with the sign of its own text tower. */
  private static String embedded(String method) {
    return switch (method) {
      case "sparsevlm" -> "sparsevlm:single-stage=true";
      case "cdpruner" -> "cdpruner:sign=direct";
      default -> method;
    };
  }

  /** Every method that cuts once inside the decoder, and both controls, at the same depths. */
  private static List<Preset.Row> depths() {
    List<Preset.Row> rows = new ArrayList<>();
    for (String method : List.of("qcpruner", "fastv", "dart", "sparsevlm", "random", "uniform")) {
      for (int layer = 1; layer <= DEEPEST; layer++) {
        String setting = method.equals("sparsevlm") ? "single-stage=true,cut-layer=" : "layer=";
        rows.add(new Preset.Row(method + " after layer " + layer, method + ":" + setting + layer));
      }
    }
    return rows;
  }

  private static Part ablation(
      String key, String title, String like, List<String> budgets, String suite) {
    return Part.of(key, own(key, title, Presets.named(like).rows(), budgets, suite));
  }

  private static Preset own(
      String key, String title, List<Preset.Row> rows, List<String> budgets, String suite) {
    return new Preset(key, title, rows, budgets, suite, "", "method", "");
  }
}
