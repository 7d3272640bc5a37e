package io.qcpruner.examples;

import io.qcpruner.media.MediaSource;
import io.qcpruner.model.Ask;
import io.qcpruner.model.VisionLanguageModel;
import java.nio.file.Path;

/** Prints the cells of a picture that are kept for a question; models by their hub's names. */
final class KeptCells {
  public static void main(String[] args) throws Exception {
    try (var model = VisionLanguageModel.open(args[0]);
        var picture = model.encode(MediaSource.of(Path.of(args[1])))) {
      Ask ask = Ask.of(args[2]).withMethod("qcpruner@64");
      model.ask(picture, ask).keptCells().forEach(System.out::println);
    }
  }
}
