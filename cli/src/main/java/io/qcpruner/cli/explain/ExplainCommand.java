package io.qcpruner.cli.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.cli.option.MediaOptions;
import io.qcpruner.cli.option.ModelOptions;
import io.qcpruner.cli.option.PruneOptions;
import io.qcpruner.cli.option.StagedFolder;
import io.qcpruner.core.anchor.Keyword;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.core.utility.Utility;
import io.qcpruner.media.draw.ColorScale;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.LayerCues;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.PatchGeometry.Cell;
import io.qcpruner.model.prune.PruneRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Pictures of what was kept and why. */
@Command(
    name = "explain",
    description = "Write pictures and a page that show what pruning keeps, and why.",
    footer = {
      "",
      "Example:",
      "  qcpruner explain --model llava-1.5-7b-hf --image bus.png --budget 64 \\",
      "    --methods qcpruner,divprune,fastv --out explained \"What color is the bus?\""
    },
    mixinStandardHelpOptions = true)
public final class ExplainCommand implements Callable<Integer> {

  @Mixin private ModelOptions model;
  @Mixin private MediaOptions media;
  @Mixin private PruneOptions pruning;

  @Option(
      names = "--methods",
      split = ",",
      paramLabel = "NAMES",
      defaultValue = "qcpruner,fastv,divprune",
      description = "Methods side by side (default: ${DEFAULT-VALUE}).")
  private List<String> methods;

  @Option(
      names = "--from-layer",
      defaultValue = "2",
      paramLabel = "L",
      description = "First layer of the heat maps (default: ${DEFAULT-VALUE}).")
  private int fromLayer;

  @Option(
      names = "--to-layer",
      defaultValue = "10",
      paramLabel = "L",
      description = "Last layer of the heat maps (default: ${DEFAULT-VALUE}).")
  private int toLayer;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "explained",
      description = "Folder for the pictures and index.html (default: ${DEFAULT-VALUE}).")
  private Path out;

  @Option(
      names = "--colors",
      paramLabel = "NAME",
      defaultValue = "blue-yellow",
      description =
          "Colours of heat maps: blue-yellow or red-yellow, the paper's (default:"
              + " ${DEFAULT-VALUE}).")
  private String colors;

  @Option(names = "--json", description = "Print answers, picks and gains as JSON.")
  private boolean json;

  @Parameters(paramLabel = "QUESTION", description = "What to ask.")
  private String question;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    try (VisionLanguageModel opened = model.open();
        EncodedVisual seen = media.encode(opened);
        StagedFolder staged = new StagedFolder(out)) {
      Ask ask = Ask.of(question).with(pruning.anchors()).withMaxNewTokens(32);
      Page page = new Page(staged.folder(), question);
      page.text(
          "A bright box is a visual token that stays. In heat maps the scale runs from the lowest"
              + " value of the picture (dark) to its highest (bright). A click on a picture shows"
              + " it in its own size.");
      Strip strip = new Strip(seen, scale());
      LayerCues cues = opened.cues(seen, ask);
      List<PickTable> picks = kept(page, strip, opened, seen, ask, cues);
      hookCues(page, strip, opened, cues);
      LayerCues full = opened.cues(seen, ask.with(pruning.anchors().withFullPrompt(true)));
      anchorsAgainstPrompt(page, strip, hookLayer(opened), cues, full);
      layers(page, strip, hookLayer(opened), cues);
      Path written = page.write();
      staged.publish();
      Path shown = out.resolve(written.getFileName());
      spec.commandLine().getOut().println(json ? json(picks, shown) : "wrote " + shown);
      spec.commandLine().getOut().flush();
    }
    return 0;
  }

  private ColorScale scale() {
    return switch (colors) {
      case "blue-yellow" -> ColorScale.BLUE_YELLOW;
      case "red-yellow" -> ColorScale.RED_YELLOW;
      default ->
          throw new ParameterException(
              spec.commandLine(), "--colors must be blue-yellow or red-yellow, not " + colors);
    };
  }

  private static String json(List<PickTable> picks, Path written) {
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("page", written.toString());
    ArrayNode methods = root.putArray("methods");
    picks.forEach(p -> methods.add(p.json()));
    return root.toPrettyString();
  }

  private List<PickTable> kept(
      Page page,
      Strip strip,
      VisionLanguageModel opened,
      EncodedVisual seen,
      Ask ask,
      LayerCues cues)
      throws IOException {
    List<PickTable> picks = new ArrayList<>();
    List<Cell> candidates = EncodedVisual.cells(cues.layout());
    page.section("What each method keeps");
    Reply unpruned = opened.ask(seen, ask);
    page.picture("original", strip.original(), caption("full model", unpruned));
    for (String name : methods) {
      Optional<PruneRequest> request = pruning.request(opened, name);
      if (request.isEmpty()) {
        continue;
      }
      Reply reply = opened.ask(seen, ask.with(request.get()));
      List<Cell> cells =
          EncodedVisual.cells(reply.survivors()).stream().filter(c -> c.row() >= 0).toList();
      String label = request.get().pruner().label();
      page.picture("kept-" + name, strip.kept(cells), caption(label, reply));
      picks.add(new PickTable(label, reply));
      PickTable own = picks.get(picks.size() - 1);
      if (own.hasOrder()) {
        page.picture(
            "order-" + name,
            strip.heat(candidates, own.earliness(candidates.size())),
            label + ": early picks bright, late ones dim");
      }
    }
    page.section("First picks");
    page.text("Where layer and floor come from: " + pruning.origin(opened));
    page.table(PickTable.HEADER, picks.stream().flatMap(p -> p.rows(candidates).stream()).toList());
    return picks;
  }

  private static String caption(String label, Reply reply) {
    return "%s: \u201c%s\u201d, %d of %d visual tokens"
        .formatted(label, reply.text(), reply.visualAfter(), reply.visualBefore());
  }

  /** The layer that QCPruner would prune after. */
  private int hookLayer(VisionLanguageModel opened) {
    Stage stage =
        pruning
            .request(opened, "qcpruner")
            .map(request -> request.pruner().stages().get(0))
            .orElseGet(() -> opened.method("qcpruner").stages().get(0));
    return ((Stage.AfterLayer) stage).layer();
  }

  private void hookCues(Page page, Strip strip, VisionLanguageModel opened, LayerCues cues)
      throws IOException {
    int layer = hookLayer(opened);
    Utility at = cues.layers().get(layer);
    List<Cell> cells = EncodedVisual.cells(cues.layout());
    page.section("Cues after layer " + layer);
    page.text("Keywords: " + words(cues));
    page.picture("cue-similarity", strip.heat(cells, at.cueSim()), "hidden-state cosine");
    page.picture("cue-alignment", strip.heat(cells, at.cueAlign()), "query-key alignment");
    page.picture("utility", strip.heat(cells, at.utility()), "fused utility");
  }

  private static String words(LayerCues cues) {
    String words =
        cues.anchors().keywords().stream().map(Keyword::word).collect(Collectors.joining(", "));
    return words.isEmpty() ? "none; all of the user's text counts" : words;
  }

  private static void anchorsAgainstPrompt(
      Page page, Strip strip, int layer, LayerCues anchored, LayerCues full) throws IOException {
    List<Cell> cells = EncodedVisual.cells(anchored.layout());
    page.section("Anchors against the full prompt");
    page.picture(
        "alignment-anchors",
        strip.heat(cells, anchored.layers().get(layer).cueAlign()),
        "alignment with the anchors");
    page.picture(
        "alignment-prompt",
        strip.heat(cells, full.layers().get(layer).cueAlign()),
        "alignment with the full prompt");
  }

  private void layers(Page page, Strip strip, int hook, LayerCues cues) throws IOException {
    page.section("Fused utility, layer by layer");
    int last = Math.min(toLayer, cues.layers().size() - 1);
    if (fromLayer < 0 || fromLayer > last) {
      throw new IllegalArgumentException(
          "layers %d to %d: the model has layers 0 to %d"
              .formatted(fromLayer, toLayer, cues.layers().size() - 1));
    }
    List<Cell> cells = EncodedVisual.cells(cues.layout());
    for (int layer = fromLayer; layer <= last; layer++) {
      float[] utility = cues.layers().get(layer).utility();
      String caption = "layer " + layer + (layer == hook ? ": QCPruner prunes behind it" : "");
      page.picture("layer-%02d".formatted(layer), strip.heat(cells, utility), caption);
    }
  }
}
