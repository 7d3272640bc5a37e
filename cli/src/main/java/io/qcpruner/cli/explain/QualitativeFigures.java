package io.qcpruner.cli.explain;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.utility.Utility;
import io.qcpruner.media.internal.draw.ColorScale;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.LayerCues;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.PatchGeometry.Cell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The paper's qualitative figures of some samples: fused responses layer by layer, alignment of the
 * whole prompt against that of each phrase, and both cues with their fusion. Every map has its own
 * scale.
 */
public final class QualitativeFigures {

  private static final MethodSpec SHOWN = MethodSpec.parse("qcpruner@1");

  private final VisionLanguageModel model;
  private final List<MapSheet.Row> layers = new ArrayList<>();
  private final List<MapSheet.Row> anchors = new ArrayList<>();
  private final List<MapSheet.Row> cues = new ArrayList<>();

  public QualitativeFigures(VisionLanguageModel model) {
    this.model = model;
  }

  /** Adds a row to each figure. */
  public void add(String name, String question, EncodedVisual seen, Ask ask) {
    int layer = ((Stage.AfterLayer) model.method(SHOWN).stages().get(0)).layer();
    LayerCues found = model.cues(seen, ask.with(SHOWN), layer);
    LayerCues prompt = model.cues(seen, ask.with(SHOWN.with("text", "full-prompt")));
    List<Cell> cells = EncodedVisual.cells(found.layout());
    Strip strip = new Strip(seen, ColorScale.RED_YELLOW);
    String title =
        "(%c) %s: %s".formatted('a' + layers.size(), name, question.lines().findFirst().orElse(""));
    LayerRange range = LayerRange.of(null, null, model.backbone().config().decoder().layers());
    List<MapSheet.Tile> byLayer = new ArrayList<>();
    for (int l = range.first(); l <= range.last(); l++) {
      byLayer.add(
          new MapSheet.Tile("Layer " + l, strip.heat(cells, found.layers().get(l).utility())));
    }
    layers.add(new MapSheet.Row(title, byLayer));

    MapSheet.Tile original = new MapSheet.Tile("picture", strip.original());
    List<MapSheet.Tile> phrases = new ArrayList<>(List.of(original));
    phrases.add(
        new MapSheet.Tile("full prompt", strip.heat(cells, prompt.layers().get(layer).cueAlign())));
    for (Map.Entry<String, Utility> phrase : found.keywords().entrySet()) {
      phrases.add(
          new MapSheet.Tile(
              "\u201c" + phrase.getKey() + "\u201d",
              strip.heat(cells, phrase.getValue().cueAlign())));
    }
    Utility at = found.layers().get(layer);
    phrases.add(new MapSheet.Tile("all anchors", strip.heat(cells, at.cueAlign())));
    anchors.add(new MapSheet.Row(title, phrases));

    cues.add(
        new MapSheet.Row(
            title,
            List.of(
                original,
                new MapSheet.Tile("hidden-state cosine", strip.heat(cells, at.cueSim())),
                new MapSheet.Tile("query-key alignment", strip.heat(cells, at.cueAlign())),
                new MapSheet.Tile("fused utility", strip.heat(cells, at.utility())))));
  }

  /**
   * Writes {@code figure-layers.png}, {@code figure-anchors.png} and {@code figure-cues.png}.
   *
   * @return their names
   */
  public List<String> write(Path folder) throws IOException {
    Files.createDirectories(folder);
    List<String> names = new ArrayList<>();
    for (Map.Entry<String, List<MapSheet.Row>> figure :
        List.of(
            Map.entry("layers", layers), Map.entry("anchors", anchors), Map.entry("cues", cues))) {
      String name = String.format(Locale.ROOT, "figure-%s.png", figure.getKey());
      new MapSheet(figure.getValue()).write(folder.resolve(name));
      names.add(name);
    }
    return names;
  }
}
