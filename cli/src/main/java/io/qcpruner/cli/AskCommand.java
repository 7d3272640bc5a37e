package io.qcpruner.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.cli.option.ChatFormatOption;
import io.qcpruner.cli.option.MediaOptions;
import io.qcpruner.cli.option.ModelOptions;
import io.qcpruner.cli.option.PruneOptions;
import io.qcpruner.cli.option.Screen;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.model.SeenVisual;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.generate.SamplingSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Answers questions about a picture or clip. */
@Command(
    name = "ask",
    description = "Ask a question about a picture or clip, with or without pruning.",
    footer = {
      "",
      "Example:",
      "  qcpruner ask --model llava-hf/llava-1.5-7b-hf --image bus.png --method qcpruner --budget 64 \\",
      "    \"What color is the bus?\"",
      "  qcpruner ask --model llava-hf/llava-1.5-7b-hf --image bus.png --questions questions.jsonl"
    },
    mixinStandardHelpOptions = true)
final class AskCommand implements Callable<Integer> {

  @Mixin private ModelOptions model;
  @Mixin private MediaOptions media;
  @Mixin private PruneOptions pruning;
  @Mixin private ChatFormatOption chat;

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      defaultValue = "128",
      description = "Maximum number of tokens to generate (default: ${DEFAULT-VALUE}).")
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

  @Option(
      names = "--questions",
      paramLabel = "FILE",
      description =
          "Ask every question of a file about the picture or clip: JSON lines {\"id\":..,"
              + "\"question\":..}; answers are JSON lines too.")
  private Path questions;

  @Parameters(
      paramLabel = "QUESTION",
      arity = "0..1",
      description = "What to ask; without it and without --questions, lines of standard input.")
  private String question;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (question != null && questions != null) {
      throw new ParameterException(
          spec.commandLine(), "a question and --questions can't be given together");
    }
    if (maxTokens < 1) {
      throw new ParameterException(
          spec.commandLine(), "--max-tokens must be at least 1, not " + maxTokens);
    }
    pruning.spec();
    sampling();
    media.check();
    if (question != null) {
      return answer(null);
    }
    try (QuestionLines asked = questions()) {
      return answer(asked);
    }
  }

  /** The questions of a file, opened before the model is, or those of standard input. */
  private QuestionLines questions() throws IOException {
    if (questions != null) {
      return QuestionLines.ofFile(questions);
    }
    if (Screen.of(spec).interactive()) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("Type a question and press Enter; Ctrl-D ends.");
      err.flush();
    }
    return QuestionLines.ofText(System.in);
  }

  /** Answers the one question, or without it those of the lines. */
  private int answer(QuestionLines asked) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    try (VisionLanguageModel opened = model.open(chat.format())) {
      if (question == null) {
        askLines(opened, asked, out);
        return 0;
      }
      Ask ask = ask(opened, question, out);
      opened.expect(List.of(ask.method()));
      try (EncodedVisual seen = media.encode(opened)) {
        Reply reply = opened.ask(seen, ask);
        if (json) {
          ObjectNode node = AskJson.of(reply, seen.seen(), ask.method(), question);
          node.put("settings_from", pruning.origin(opened));
          out.println(node.toPrettyString());
        } else {
          out.println();
          out.print(ReplyText.of(reply, seen.seen()));
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

  /** Every question about one picture that is looked at once; an answer is a line. */
  private void askLines(VisionLanguageModel opened, QuestionLines asked, PrintWriter out)
      throws IOException {
    boolean lines = json || questions != null;
    try (EncodedVisual seen = media.encode(opened)) {
      for (var next = asked.next(); next.isPresent(); next = asked.next()) {
        QuestionLines.Question q = next.get();
        Ask ask = ask(opened, q.text(), out).withListener(piece -> {});
        Reply reply = opened.ask(seen, ask);
        out.println(lines ? line(q, ask, reply, seen.seen()) : reply.text().replace('\n', ' '));
        out.flush();
      }
    }
  }

  private static String line(
      QuestionLines.Question asked, Ask ask, Reply reply, SeenVisual visual) {
    ObjectNode node = JsonNodeFactory.instance.objectNode();
    if (asked.id() != null) {
      node.set("id", asked.id());
    }
    node.put("question", asked.text());
    node.setAll(AskJson.of(reply, visual, ask.method(), asked.text()));
    return node.toString();
  }

  private SamplingSettings sampling() {
    return new SamplingSettings(temperature, topP, seed, 1, 0);
  }

  private Ask ask(VisionLanguageModel opened, String asked, PrintWriter out) {
    Ask ask = Ask.of(asked).with(sampling()).with(pruning.spec(opened)).withMaxNewTokens(maxTokens);
    return json
        ? ask
        : ask.withListener(
            piece -> {
              out.print(piece);
              out.flush();
            });
  }
}
