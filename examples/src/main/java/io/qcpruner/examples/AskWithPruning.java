package io.qcpruner.examples;

import io.qcpruner.media.MediaSource;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import java.io.IOException;
import java.nio.file.Path;

/** Asks a model about a picture with a tenth of its visual tokens and prints which it kept. */
public final class AskWithPruning {
  private AskWithPruning() {}

  /** Arguments: a model such as {@code llava-hf/llava-1.5-7b-hf}, a picture and a question. */
  public static void main(String[] arguments) throws IOException {
    Reply reply = ask(arguments[0], Path.of(arguments[1]), arguments[2]);
    System.out.println(reply.text());
    reply.keptCells().forEach(System.out::println);
  }

  static Reply ask(String name, Path file, String question) throws IOException {
    try (VisionLanguageModel model = VisionLanguageModel.open(name);
        EncodedVisual picture = model.encode(MediaSource.of(file))) {
      return model.ask(picture, Ask.of(question).withMethod("qcpruner@64").withMaxNewTokens(16));
    }
  }
}
