package io.qcpruner.pocket;

import io.qcpruner.media.MediaSource;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.VisionLanguageModel;
import java.awt.image.BufferedImage;
import java.io.IOException;

/** Uses the library as a program of others does, for {@link QuietLibraryTest}. */
public final class PlainProgram {
  private PlainProgram() {}

  public static void main(String[] args) throws IOException {
    BufferedImage grey = new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB);
    try (VisionLanguageModel model = VisionLanguageModel.open("embedded");
        EncodedVisual picture = model.encode(MediaSource.of(grey))) {
      Ask ask = Ask.of("What color is the star?").withMethod("qcpruner@9").withMaxNewTokens(1);
      System.out.println(model.ask(picture, ask).keptTokens());
    }
  }
}
