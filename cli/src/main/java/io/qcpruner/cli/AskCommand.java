package io.qcpruner.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.cli.option.MediaOptions;
import io.qcpruner.cli.option.ModelOptions;
import io.qcpruner.cli.option.PruneOptions;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.generate.SamplingSettings;
import io.qcpruner.model.prune.PruneRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Answers one question about a picture or clip. */
@Command(
    name = "ask",
    description = "Ask a question about a picture or clip, with or without pruning.",
    footer = {
      "",
      "Example:",
      "  qcpruner ask --model llava-1.5-7b-hf --image bus.png --method qcpruner --budget 64 \\",
      "    \"What color is the bus?\""
    },
    mixinStandardHelpOptions = true)
final class AskCommand implements Callable<Integer> {

  @Mixin private ModelOptions model;
  @Mixin private MediaOptions media;
  @Mixin private PruneOptions pruning;

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      defaultValue = "128",
      description = "Most tokens to generate (default: ${DEFAULT-VALUE}).")
  private int maxTokens;

  @Option(
      names = "--temperature",
      paramLabel = "T",
      defaultValue = "0",
      description = "0 is greedy (default: ${DEFAULT-VALUE}).")
  private double temperature;

  @Option(names = "--top-p", paramLabel = "P", defaultValue = "1", description = "Nucleus size.")
  private double topP;

  @Option(names = "--seed", paramLabel = "S", defaultValue = "0", description = "Sampling seed.")
  private long seed;

  @Option(names = "--json", description = "Print everything as JSON.")
  private boolean json;

  @Parameters(paramLabel = "QUESTION", description = "What to ask.")
  private String question;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (VisionLanguageModel opened = model.open()) {
      Ask ask = ask(opened, out);
      try (EncodedVisual seen = media.encode(opened)) {
        Reply reply = opened.ask(seen, ask);
        if (json) {
          ObjectNode node = AskJson.of(reply);
          node.put("parametersFrom", pruning.origin(opened));
          out.println(node.toPrettyString());
        } else {
          out.println();
          out.print(ReplyText.of(reply));
          String origin = pruning.origin(opened);
          if (!origin.isEmpty()) {
            out.println("parameters     " + origin);
          }
        }
      }
    }
    out.flush();
    return 0;
  }

  private Ask ask(VisionLanguageModel opened, PrintWriter out) {
    Ask ask =
        Ask.of(question)
            .with(new SamplingSettings(temperature, topP, seed, 1, 0))
            .with(pruning.anchors())
            .withMaxNewTokens(maxTokens);
    Optional<PruneRequest> request = pruning.request(opened);
    if (request.isPresent()) {
      ask = ask.with(request.get());
    }
    return json
        ? ask
        : ask.withListener(
            piece -> {
              out.print(piece);
              out.flush();
            });
  }
}
