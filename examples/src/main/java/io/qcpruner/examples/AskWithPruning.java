package io.qcpruner.examples;

import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.reader.MediaReader;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.PocketModel;
import java.io.IOException;

/** Asks the embedded model about a picture with a tenth of its visual tokens. */
public final class AskWithPruning {
  private AskWithPruning() {}

  /** Arguments: a picture and a question. */
  public static void main(String[] arguments) throws IOException {
    System.out.println(ask(arguments[0], arguments[1]).text());
  }

  static Reply ask(String picture, String question) throws IOException {
    MediaReader reader = new MediaReader(MediaLimits.DEFAULT);
    try (VisionLanguageModel model = PocketModel.open();
        EncodedVisual seen =
            model.encode(reader.image(MediaSource.parse(picture), model.alpha()))) {
      return model.ask(seen, Ask.of(question).withMethod("qcpruner@64").withMaxNewTokens(16));
    }
  }
}
