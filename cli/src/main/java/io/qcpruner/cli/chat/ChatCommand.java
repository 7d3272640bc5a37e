package io.qcpruner.cli.chat;

import io.qcpruner.cli.option.ChatFormatOption;
import io.qcpruner.cli.option.DetailOption;
import io.qcpruner.cli.option.MediaOptions;
import io.qcpruner.cli.option.ModelOptions;
import io.qcpruner.cli.option.PruneOptions;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.model.VisionLanguageModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jline.utils.Signals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Talks about pictures in the terminal. */
@Command(
    name = "chat",
    description = "Ask several questions about a picture, with or without pruning.",
    footer = {
      "",
      "Example:",
      "  qcpruner chat --model embedded --image scene.png --budget 64      # /help lists commands"
    },
    mixinStandardHelpOptions = true)
public final class ChatCommand implements Callable<Integer> {

  @Mixin private ModelOptions model;
  @Mixin private PruneOptions pruning;
  @Mixin private ChatFormatOption chat;
  @Mixin private DetailOption detail;

  @Option(
      names = "--image",
      paramLabel = "FILE|URL",
      description = "Picture to talk about; may be repeated where the model takes several.")
  private List<String> images = new ArrayList<>();

  @Option(
      names = "--max-tokens",
      paramLabel = "N",
      defaultValue = "256",
      description = "Maximum number of tokens of an answer (default: ${DEFAULT-VALUE}).")
  private int maxTokens;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (maxTokens < 1) {
      throw new ParameterException(
          spec.commandLine(), "--max-tokens must be at least 1, not " + maxTokens);
    }
    MethodSpec method = pruning.spec();
    for (String image : images) {
      MediaOptions.requireThere(image, false);
    }
    try (VisionLanguageModel opened = model.open(chat.format());
        ChatSession session =
            new ChatSession(
                opened, out, method, detail.detail(), maxTokens, model.note().singleTurn());
        LineSource lines = TerminalLines.open()) {
      for (String image : images) {
        session.show(image);
      }
      out.flush();
      String line;
      do {
        line = lines.next("> ");
      } while (line != null && answered(session, line));
    }
    out.flush();
    return 0;
  }

  /**
   * Ctrl-C is ours for each answer anew: the line reader puts the system's way back after a line.
   */
  private static boolean answered(ChatSession session, String line) {
    Object before = Signals.register("INT", session::stop);
    try {
      return session.line(line);
    } finally {
      Signals.unregister("INT", before);
    }
  }
}
