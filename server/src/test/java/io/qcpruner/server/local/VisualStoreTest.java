package io.qcpruner.server.local;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.media.Detail;
import io.qcpruner.media.MediaSource;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.generate.GenerationSettings;
import io.qcpruner.model.nn.Cancellation;
import io.qcpruner.model.synthetic.TinyFolder;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.ChatTurn;
import io.qcpruner.server.chat.ExplainLevel;
import io.qcpruner.server.chat.Medium;
import io.qcpruner.server.chat.ModelNote;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the tower records for a request is what its method looks at. */
final class VisualStoreTest {
  @TempDir Path folder;

  @Test
  void theTowerRecordsWhatTheRequestsMethodLooksAt() throws Exception {
    LocalSettings settings =
        new LocalSettings(
            "tiny",
            "0",
            "stored",
            0,
            0,
            List.of(),
            List.of(),
            ModelNote.NONE,
            LocalSettings.LIMITS);
    MethodSpec hiprune = MethodSpec.parse("hiprune:object-layer=0@5");
    try (VisionLanguageModel model =
        VisionLanguageModel.open(TinyFolder.write(TinyModel.LLAVA, folder))) {
      VisualStore store = new VisualStore(model, settings);
      Set<Integer> layers = model.method(hiprune).towerLayers();
      for (MethodSpec method : List.of(hiprune, MethodSpec.FULL, MethodSpec.parse("fastv@5"))) {
        try (VisualStore.Leases seen = store.look(request(method), "me", Cancellation.NONE)) {
          assertEquals(
              method.equals(hiprune),
              seen.visuals().get(0).output().tap().has(layers),
              method.toString());
        }
      }
    }
  }

  private static ChatRequest request(MethodSpec method) throws Exception {
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(64, 48, BufferedImage.TYPE_INT_RGB), "png", png);
    Medium picture =
        new Medium(
            Medium.Kind.IMAGE,
            new MediaSource.Bytes("x.png", png.toByteArray()),
            Detail.AUTO,
            "image");
    return new ChatRequest(
        null,
        List.of(new ChatTurn(List.of(picture), "What is it?", null)),
        GenerationSettings.DEFAULT,
        1,
        0,
        method,
        ExplainLevel.NONE,
        false,
        false,
        List.of());
  }
}
