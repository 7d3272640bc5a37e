package io.qcpruner.cli.explain;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.cli.option.ChatFormatOption;
import io.qcpruner.cli.option.MediaOptions;
import io.qcpruner.cli.option.ModelOptions;
import io.qcpruner.cli.option.PruneOptions;
import io.qcpruner.cli.option.SampleOptions;
import io.qcpruner.cli.option.StagedFolder;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budgets;
import io.qcpruner.core.prune.Stage;
import io.qcpruner.eval.engine.SampleMedia;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.media.internal.draw.ColorScale;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.LayerCues;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.PatchGeometry.Cell;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
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
      "  qcpruner explain --model llava-hf/llava-1.5-7b-hf --image bus.png --budgets 128,64,32 \\",
      "    --answer red --out explained \"What color is the bus?\"",
      "  qcpruner explain --model embedded --sample pocket-verbose:7 --budgets 32,8"
    },
    mixinStandardHelpOptions = true)
public final class ExplainCommand implements Callable<Integer> {

  private static final int LONGEST_ANSWER = 32;

  @Mixin private ModelOptions model;

  @ArgGroup(exclusive = true, multiplicity = "1")
  private Look look;

  @Mixin private PruneOptions pruning;
  @Mixin private ChatFormatOption chat;

  /** What to look at. */
  private static final class Look {
    @ArgGroup(exclusive = false, multiplicity = "1")
    private MediaOptions media;

    @ArgGroup(exclusive = false, multiplicity = "1")
    private SampleOptions sample;
  }

  @Option(
      names = "--methods",
      split = MethodSpec.LIST_SEPARATOR,
      paramLabel = "METHOD[,METHOD...]",
      hideParamSyntax = true,
      defaultValue = "qcpruner,fastv,divprune",
      description = "Methods side by side (default: ${DEFAULT-VALUE}).")
  private List<String> methods;

  @Option(
      names = "--budgets",
      split = ",",
      paramLabel = "K[,K...]",
      hideParamSyntax = true,
      description = "Several budgets side by side instead of one --budget.")
  private List<String> budgets;

  @Option(
      names = "--answer",
      paramLabel = "TEXT",
      description =
          "The right answer: every answer is marked as right or wrong. Without it answers are"
              + " compared with the full model's, those of a sample with its only right one.")
  private String answer;

  @Option(
      names = "--from-layer",
      paramLabel = "L",
      description = "First layer of the heat maps (default: 2, or the last one).")
  private Integer fromLayer;

  @Option(
      names = "--to-layer",
      paramLabel = "L",
      description = "Last layer of the heat maps (default: 10, or the last one).")
  private Integer toLayer;

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

  @Parameters(
      paramLabel = "QUESTION",
      arity = "0..1",
      description = "What to ask; a sample has a question of its own.")
  private String question;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    ColorScale scale = scale();
    requireOptions();
    try (VisionLanguageModel opened = model.open(chat.format());
        StagedFolder staged = new StagedFolder(out)) {
      explain(opened, staged, scale);
    }
    return 0;
  }

  /** What can be refused without the model. */
  private void requireOptions() throws IOException {
    if (look.sample == null) {
      look.media.check();
    } else {
      look.sample.check();
    }
    if ((question == null) == (look.sample == null)) {
      throw new ParameterException(
          spec.commandLine(),
          question == null
              ? "name a QUESTION"
              : "a sample has its own question; leave QUESTION out");
    }
    methods.forEach(pruning::spec);
    if (budgets != null) {
      budgets.forEach(Budgets::parse);
    }
    int first = fromLayer == null ? 0 : fromLayer;
    if (first < 0 || toLayer != null && toLayer < first) {
      throw new ParameterException(
          spec.commandLine(),
          "--from-layer and --to-layer must be 0 or more and in order, not %s and %s"
              .formatted(fromLayer, toLayer));
    }
  }

  private void explain(VisionLanguageModel opened, StagedFolder staged, ColorScale scale)
      throws IOException {
    LayerRange range =
        LayerRange.of(fromLayer, toLayer, opened.backbone().config().decoder().layers());
    if (look.sample == null) {
      try (EncodedVisual seen = look.media.encode(opened)) {
        explain(opened, seen, Ask.of(question), staged, scale, range);
      }
      return;
    }
    Sample sample = look.sample.find(ModelProfile.of(opened.backbone().spec().family().id()));
    SampleMedia samples = new SampleMedia(opened);
    question = sample.prompt();
    answer = answer == null && sample.golds().size() == 1 ? sample.gold() : answer;
    try (EncodedVisual seen = samples.see(sample.media())) {
      explain(opened, seen, samples.question(sample), staged, scale, range);
    }
  }

  private void explain(
      VisionLanguageModel opened,
      EncodedVisual seen,
      Ask asked,
      StagedFolder staged,
      ColorScale scale,
      LayerRange range)
      throws IOException {
    Ask ask = asked.withMaxNewTokens(LONGEST_ANSWER);
    MethodSpec shown = shown(opened);
    int layer = ((Stage.AfterLayer) opened.method(shown).stages().get(0)).layer();
    LayerCues cues = opened.cues(seen, ask.with(shown), layer);
    LayerCues prompt = opened.cues(seen, ask.with(shown.with("text", "full-prompt")));
    Set<String> marked = new HashSet<>();
    cues.anchors().spans().forEach(span -> marked.add(span.keyword()));
    Page page = new Page(staged.folder(), "What pruning keeps, and why");
    page.sectionWithMarks(question, marked);
    page.text(
        "Marked words are the question's anchors. A bright box is a visual token that stays. Point"
            + " at a picture to see in which order its boxes were picked, at a box for what it"
            + " added; a click enlarges a picture.");
    List<PickTable> picks = kept(page, new Strip(seen, scale), opened, seen, ask, cues);
    HeatMaps maps = new HeatMaps(page, new Strip(seen, scale), scale);
    maps.keywords(cues, layer);
    maps.cues(cues, layer);
    maps.anchorsAgainstPrompt(cues, prompt, layer);
    maps.layers(cues, layer, range);
    Path written = page.write();
    staged.publish();
    Path where = out.resolve(written.getFileName());
    spec.commandLine()
        .getOut()
        .println(json ? json(picks, cues, where) : "wrote " + where + " and " + Comparison.SHEET);
    spec.commandLine().getOut().flush();
  }

  /** The setting whose cues are drawn. */
  private MethodSpec shown(VisionLanguageModel opened) {
    return pruning.spec(opened, budgets == null ? "qcpruner" : "qcpruner@" + budgets.get(0));
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

  private String json(List<PickTable> picks, LayerCues cues, Path written) {
    ObjectNode root = JsonNodeFactory.instance.objectNode().put("page", written.toString());
    root.put("question", question);
    ArrayNode anchors = root.putArray("anchors");
    cues.anchors().spans().forEach(span -> anchors.add(span.keyword()));
    ArrayNode listed = root.putArray("methods");
    picks.forEach(p -> listed.add(p.json()));
    return root.toPrettyString();
  }

  /** What each method keeps at each budget, as tiles with labels, a sheet, and the picks. */
  private List<PickTable> kept(
      Page page,
      Strip strip,
      VisionLanguageModel opened,
      EncodedVisual seen,
      Ask ask,
      LayerCues cues)
      throws IOException {
    List<Cell> candidates = EncodedVisual.cells(cues.layout());
    Comparison comparison =
        new Comparison(strip, candidates, opened.ask(seen, ask), Optional.ofNullable(answer));
    for (String name : methods) {
      for (String budget : budgets == null ? List.of("") : budgets) {
        String text = budget.isEmpty() || name.contains("@") ? name : name + "@" + budget;
        MethodSpec method = pruning.certified(opened, text);
        if (!method.isFull()) {
          Reply reply = opened.ask(seen, ask.with(method));
          comparison.add(text, opened.method(method).label(), method.budgetText(), reply);
        }
      }
    }
    comparison.show(page, question);
    page.section("In which order, and how good the choice is");
    String origin = pruning.origin(opened, shown(opened));
    page.text("Where QCPruner's layer and floor come from: " + origin + ".");
    List<PickTable> picks = comparison.picks();
    page.table(PickTable.HEADER, picks.stream().flatMap(p -> p.rows(candidates).stream()).toList());
    page.markup(
        picks.stream()
            .map(PickTable::chart)
            .collect(Collectors.joining("", "<div class=\"charts\">", "</div>")));
    return picks;
  }
}
