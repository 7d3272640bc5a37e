package io.qcpruner.langchain4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.ImageContent.DetailLevel;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.media.Detail;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.synthetic.TinyFolder;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Base64;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much of pictures is looked at, on a family that cuts them into tiles. */
final class DetailTest {
  private static final int VIEW = 49; // tokens of a view without tiles

  @TempDir private Path folder;

  private static ImageContent picture(DetailLevel level) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(60, 40, BufferedImage.TYPE_INT_RGB), "png", out);
    String base64 = Base64.getEncoder().encodeToString(out.toByteArray());
    return ImageContent.from(base64, "image/png", level);
  }

  private static int tokens(
      VisionLanguageModel model, QcPrunerParameters parameters, ImageContent... pictures) {
    UserMessage.Builder message = UserMessage.builder().addContent(TextContent.from("What?"));
    for (ImageContent picture : pictures) {
      message.addContent(picture);
    }
    ChatRequest request =
        ChatRequest.builder().messages(message.build()).parameters(parameters).build();
    QcPrunerMetadata metadata =
        (QcPrunerMetadata) new QcPrunerChatModel(model, "tiny").chat(request).metadata();
    return metadata.total();
  }

  private static QcPrunerParameters.Builder oneToken() {
    return QcPrunerParameters.builder().maxOutputTokens(1);
  }

  @Test
  void parametersDecideAndSeveralPicturesHaveNoTiles() throws IOException {
    Path checkpoint = TinyFolder.write(TinyModel.ONEVISION, folder);
    try (VisionLanguageModel model = VisionLanguageModel.open(checkpoint)) {
      QcPrunerParameters plain = oneToken().build();
      // LangChain4j says low for every picture unless told otherwise
      int usual = tokens(model, plain, picture(DetailLevel.LOW));
      assertTrue(usual > VIEW, "tiles: " + usual);
      assertEquals(usual, tokens(model, plain, picture(DetailLevel.HIGH)));
      QcPrunerParameters low = oneToken().detail(Detail.LOW).build();
      assertEquals(VIEW, tokens(model, low, picture(DetailLevel.HIGH)));
      assertEquals(
          2 * VIEW, tokens(model, plain, picture(DetailLevel.HIGH), picture(DetailLevel.LOW)));
    }
  }

  @Test
  void parametersAreMergedWithTheirDetail() {
    QcPrunerParameters low = QcPrunerParameters.builder().detail(Detail.LOW).build();
    QcPrunerParameters pruning = QcPrunerParameters.builder().pruning("qcpruner@64").build();
    QcPrunerParameters both = low.overrideWith(pruning);
    assertEquals(Detail.LOW, both.detail());
    assertEquals("qcpruner@64", both.pruning().toString());
    assertEquals(both, pruning.defaultedBy(low));
    assertEquals(both.hashCode(), pruning.defaultedBy(low).hashCode());
  }
}
