package io.qcpruner.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.qcpruner.checkpoint.config.BackboneConfig;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.cli.option.CheckpointFolder;
import io.qcpruner.cli.option.PruneOptions;
import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.layout.TokenLayout;
import io.qcpruner.core.method.Methods;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaReader;
import io.qcpruner.media.MediaSource;
import io.qcpruner.model.MethodFacts;
import io.qcpruner.model.VisualPreparer;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.Backbones;
import io.qcpruner.model.backbone.PromptTokens;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.nn.Parts;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.prune.Companions;
import io.qcpruner.model.prune.PruneRequest;
import io.qcpruner.model.prune.QuestionText;
import io.qcpruner.model.prune.TextRows;
import io.qcpruner.model.trace.RawVisual;
import io.qcpruner.model.trace.TraceFile;
import io.qcpruner.model.trace.Tracer;
import io.qcpruner.model.weights.Checkpoint;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.PromptEncoder;
import io.qcpruner.text.PromptTemplate;
import io.qcpruner.text.Tokenizer;
import io.qcpruner.text.TokenizerFiles;
import io.qcpruner.text.TokenizerKeywords;
import io.qcpruner.text.keyword.AnchorFinders;
import io.qcpruner.text.keyword.KeywordModels;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the inner tensors of one run to a file. */
@Command(
    name = "trace",
    description = "Write the inner tensors of one run to a safetensors file.",
    footer = {
      "",
      "Example:",
      "  qcpruner trace --model tiny-llava --input-ids 1,7,9,95,11,13 --pixels in.safetensors \\",
      "    --layers 0,1 --out trace.safetensors"
    },
    mixinStandardHelpOptions = true)
final class TraceCommand implements Callable<Integer> {

  @Option(
      names = "--model",
      converter = CheckpointFolder.class,
      required = true,
      paramLabel = "DIR",
      description = "Checkpoint folder, or 'embedded'.")
  private Path model;

  @Option(names = "--tower", paramLabel = "DIR", description = "Separate vision tower.")
  private Path tower;

  @ArgGroup(exclusive = true)
  private Source source;

  private static final class Source {
    @Option(
        names = "--pixels",
        paramLabel = "FILE",
        description = "Prepared pixels: pixel_values, image_sizes, image_grid_thw.")
    private Path pixels;

    @Option(names = "--image", paramLabel = "FILE|URL", description = "Picture to look at.")
    private String image;
  }

  @Option(
      names = "--input-ids",
      split = ",",
      paramLabel = "ID",
      description = "Token ids; the picture's place is -200 or the model's placeholder id.")
  private int[] inputIds;

  @Option(names = "--layers", split = ",", paramLabel = "L", description = "Default: all.")
  private Integer[] layers;

  @Option(
      names = "--anchors",
      split = ",",
      paramLabel = "ROW",
      description =
          "Anchor rows of the assembled prompt; default: the keywords of the question, or all of the"
              + " user's text with --input-ids.")
  private int[] anchors = {};

  @Option(names = "--all-logits", description = "Logits of every row, not only of the last.")
  private boolean allLogits;

  @Option(names = "--out", required = true, paramLabel = "FILE", description = "File to write.")
  private Path out;

  @Option(names = "--json", description = "Print names and shapes as JSON.")
  private boolean json;

  @Mixin private PruneOptions pruning;

  @Parameters(
      arity = "0..1",
      paramLabel = "QUESTION",
      description = "What to ask, instead of --input-ids; needs the model's tokenizer.")
  private String question;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if ((question == null) == (inputIds == null)) {
      throw new IllegalArgumentException("give either a question or --input-ids");
    }
    try (Checkpoint checkpoint = Checkpoint.open(model, tower);
        Parts parts = new Parts(checkpoint, Placement.cpu())) {
      BackboneConfig config = checkpoint.config();
      Backbone backbone = parts.build(() -> Backbones.of(config, parts));
      Optional<PruneRequest> request =
          pruning.request(
              (name, settings) ->
                  Methods.create(name, MethodFacts.of(config, Companions.NONE), settings));
      TraceFile file = run(config, backbone, request);
      file.write(out);
      print(file, spec.commandLine().getOut());
    }
    return 0;
  }

  private Set<Integer> layers(BackboneConfig config) {
    return layers == null
        ? IntStream.range(0, config.decoder().layers()).boxed().collect(Collectors.toSet())
        : Set.copyOf(Arrays.asList(layers));
  }

  private TraceFile run(BackboneConfig config, Backbone backbone, Optional<PruneRequest> request)
      throws IOException {
    Tracer tracer = new Tracer(backbone, layers(config), allLogits);
    if (inputIds != null) {
      PromptTokens raw = PromptTokens.raw(inputIds);
      return tracer.run(raw, visual(config), request, text(""), given(Tracer::userRows));
    }
    try (Tokenizer tokenizer = TokenizerFiles.load(model)) {
      Conversation conversation = Conversation.of(source == null ? 0 : 1, question);
      var prompt =
          new PromptEncoder(tokenizer).encode(PromptTemplate.of(config.family()), conversation);
      return tracer.run(
          io.qcpruner.model.backbone.PromptTokens.of(prompt),
          visual(config),
          request,
          text(question),
          given(layout -> TextRows.of(keywords(tokenizer, prompt), prompt, layout)));
    }
  }

  private Function<TokenLayout, int[]> given(Function<TokenLayout, int[]> otherwise) {
    return anchors.length > 0 ? layout -> anchors : otherwise;
  }

  private Anchors keywords(Tokenizer tokenizer, io.qcpruner.core.anchor.PromptTokens prompt) {
    return AnchorFinders.of(pruning.anchors(), KeywordModels.embedded())
        .find(prompt, new TokenizerKeywords(tokenizer));
  }

  private Visual visual(BackboneConfig config) throws IOException {
    if (source == null) {
      return null;
    }
    if (source.pixels != null) {
      return RawVisual.read(source.pixels, config);
    }
    VisualPreparer preparer = new VisualPreparer(config);
    MediaReader reader = new MediaReader(MediaLimits.DEFAULT);
    return preparer.picture(reader.image(MediaSource.parse(source.image), preparer.alpha()));
  }

  private static QuestionText text(String question) {
    return new QuestionText(question, word -> new int[0], Optional.empty());
  }

  private void print(TraceFile file, PrintWriter writer) {
    if (json) {
      ArrayNode list = new ObjectMapper().createArrayNode();
      for (TensorSpec tensor : file.contents()) {
        var entry = list.addObject().put("name", tensor.name());
        Arrays.stream(tensor.shape()).forEach(entry.withArray("shape")::add);
      }
      writer.println(list.toPrettyString());
    } else {
      file.contents().forEach(t -> writer.println(t.name() + " " + Arrays.toString(t.shape())));
      writer.println("written to " + out);
    }
    writer.flush();
  }
}
