package io.qcpruner.cli.explain;

import io.qcpruner.core.utility.Utility;
import io.qcpruner.media.internal.draw.ColorScale;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.LayerCues;
import io.qcpruner.model.backbone.PatchGeometry.Cell;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Heat maps of the cues: by keyword, by cue, against the full prompt, and by layer. */
final class HeatMaps {

  private static final int LEGEND_STEPS = 8;

  private final Page page;
  private final Strip strip;
  private final ColorScale scale;

  HeatMaps(Page page, Strip strip, ColorScale scale) {
    this.page = page;
    this.strip = strip;
    this.scale = scale;
  }

  /** Each matched keyword by itself, and all together. */
  void keywords(LayerCues cues, int layer) throws IOException {
    page.section("What each keyword looks at, after layer " + layer);
    if (cues.keywords().isEmpty()) {
      page.text("No keyword of the question was found; all of the user's text counts.");
      return;
    }
    legend();
    List<Cell> cells = EncodedVisual.cells(cues.layout());
    List<Page.Tile> tiles = new ArrayList<>();
    int number = 0;
    for (var keyword : cues.keywords().entrySet()) {
      tiles.add(
          tile(
              "keyword-" + ++number,
              cells,
              keyword.getValue().utility(),
              "\u201c" + keyword.getKey() + "\u201d alone"));
    }
    tiles.add(
        tile(
            "keywords",
            cells,
            cues.layers().get(layer).utility(),
            "all together: a patch counts when one keyword speaks for it"));
    page.row(tiles);
    page.text("The alignment of each keyword alone, before it is fused with the other cue:");
    List<Page.Tile> alignments = new ArrayList<>();
    for (var keyword : cues.keywords().entrySet()) {
      alignments.add(
          tile(
              "keyword-alignment-" + (alignments.size() + 1),
              cells,
              keyword.getValue().cueAlign(),
              "alignment of \u201c" + keyword.getKey() + "\u201d"));
    }
    page.row(alignments);
  }

  /** Both cues and their fusion at the layer where QCPruner prunes. */
  void cues(LayerCues cues, int layer) throws IOException {
    Utility at = cues.layers().get(layer);
    List<Cell> cells = EncodedVisual.cells(cues.layout());
    page.section("The two cues after layer " + layer);
    legend();
    page.row(
        List.of(
            tile("cue-similarity", cells, at.cueSim(), "hidden-state cosine"),
            tile("cue-alignment", cells, at.cueAlign(), "query-key alignment"),
            tile("utility", cells, at.utility(), "fused utility")));
  }

  void anchorsAgainstPrompt(LayerCues anchored, LayerCues full, int layer) throws IOException {
    List<Cell> cells = EncodedVisual.cells(anchored.layout());
    page.section("Anchors against the full prompt");
    legend();
    page.row(
        List.of(
            tile(
                "alignment-anchors",
                cells,
                anchored.layers().get(layer).cueAlign(),
                "alignment with the anchors"),
            tile(
                "alignment-prompt",
                cells,
                full.layers().get(layer).cueAlign(),
                "alignment with the full prompt")));
  }

  /** One row of small maps; the layer after which QCPruner prunes is marked and always there. */
  void layers(LayerCues cues, int hook, LayerRange range) throws IOException {
    page.section("Fused utility, layer by layer");
    legend();
    List<Cell> cells = EncodedVisual.cells(cues.layout());
    List<Page.Tile> tiles = new ArrayList<>();
    int last = Math.max(range.last(), hook);
    for (int layer = Math.min(range.first(), hook); layer <= last; layer++) {
      boolean chosen = layer == hook;
      tiles.add(
          new Page.Tile(
              "layer-%02d".formatted(layer),
              strip.heat(cells, cues.layers().get(layer).utility()),
              "layer " + layer + (chosen ? ", pruned here" : ""),
              chosen ? Page.Tone.CHOSEN : Page.Tone.PLAIN));
    }
    page.strip(tiles);
  }

  private Page.Tile tile(String name, List<Cell> cells, float[] values, String caption) {
    float low = Float.POSITIVE_INFINITY;
    float high = Float.NEGATIVE_INFINITY;
    for (float value : values) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    String range = String.format(Locale.ROOT, " (%.2f to %.2f)", low, high);
    return new Page.Tile(name, strip.heat(cells, values), caption + range);
  }

  /** What the colours mean. */
  private void legend() {
    StringBuilder colors = new StringBuilder();
    for (int i = 0; i <= LEGEND_STEPS; i++) {
      colors.append(",#%06x".formatted(scale.rgb((double) i / LEGEND_STEPS)));
    }
    page.markup(
        "<div class=\"legend\">lowest value of the picture <i style=\"background:"
            + "linear-gradient(90deg%s)\"></i> highest</div>".formatted(colors));
  }
}
