package io.qcpruner.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.cli.option.ChatFormatOption;
import io.qcpruner.cli.option.CheckpointFolder;
import io.qcpruner.cli.option.DetailOption;
import io.qcpruner.cli.option.MediaOptions;
import io.qcpruner.cli.option.PruneOptions;
import io.qcpruner.json.WholeFile;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.reader.MediaReader;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.ModelFolders;
import io.qcpruner.model.Prompt;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.internal.trace.TraceFile;
import io.qcpruner.model.internal.trace.Tracer;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.text.Conversation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
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

  @Mixin private DetailOption detail;
  @Mixin private PruneOptions pruning;
  @Mixin private ChatFormatOption chat;

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
    pruning.spec();
    WholeFile.requireReplaceable(out);
    if (source != null && source.image != null) {
      MediaOptions.requireThere(source.image, false);
    }
    ModelFolders folders =
        new ModelFolders(
            model,
            Optional.ofNullable(tower),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            chat.format());
    try (VisionLanguageModel opened = VisionLanguageModel.open(folders, Placement.cpu())) {
      TraceFile file = run(opened);
      file.write(out);
      print(file, spec.commandLine().getOut());
    }
    return 0;
  }

  private TraceFile run(VisionLanguageModel opened) throws IOException {
    Tracer tracer =
        new Tracer(opened, layers(opened.backbone().config().decoder().layers()), allLogits);
    Ask ask = Ask.of(prompt()).with(pruning.spec(opened));
    if (source == null) {
      return tracer.run(List.of(), ask);
    }
    try (EncodedVisual visual = encode(opened)) {
      return tracer.run(List.of(visual), ask);
    }
  }

  private Set<Integer> layers(int count) {
    return layers == null
        ? IntStream.range(0, count).boxed().collect(Collectors.toSet())
        : Set.copyOf(Arrays.asList(layers));
  }

  private Prompt prompt() {
    return inputIds != null
        ? new Prompt.Ids(inputIds, anchors)
        : new Prompt.Chat(
            Conversation.of(source == null ? 0 : 1, question), Optional.empty(), anchors);
  }

  private EncodedVisual encode(VisionLanguageModel opened) throws IOException {
    if (source.pixels != null) {
      return opened.encode(opened.backbone().spec().preparer().raw(source.pixels));
    }
    MediaReader reader = new MediaReader(MediaLimits.DEFAULT);
    return opened.encode(
        reader.image(MediaSource.parse(source.image), opened.alpha()), detail.settings());
  }

  private void print(TraceFile file, PrintWriter writer) {
    if (json) {
      ArrayNode list = JsonNodeFactory.instance.arrayNode();
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
