package io.qcpruner.pocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.hub.OfflineException;
import io.qcpruner.media.MediaSource;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.HubChoice;
import io.qcpruner.model.ModelReference;
import io.qcpruner.model.NamedModel;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models are opened by the names that commands understand. */
class OpenByNameTest {
  private static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";

  @TempDir Path folder;

  @Test
  void theEmbeddedModelsHaveNames() {
    assertEquals(List.of(PocketModel.NAME, PocketClips.NAME), NamedModel.names());
  }

  @Test
  void aNameOfTheHubAnswersFromTheCache() throws IOException {
    Path model = folder.resolve("models--org--small");
    PocketModel.unpack(Files.createDirectories(model.resolve("snapshots").resolve(COMMIT)));
    Files.writeString(Files.createDirectories(model.resolve("refs")).resolve("main"), COMMIT);
    ModelReference named =
        ModelReference.of("org/small").withHub(new HubChoice(folder.toString(), "", true));
    try (VisionLanguageModel opened = VisionLanguageModel.open(named);
        EncodedVisual picture = opened.encode(MediaSource.of(drawn()))) {
      Reply reply =
          opened.ask(
              picture,
              Ask.of("How many shapes are there?").withMethod("qcpruner@9").withMaxNewTokens(2));
      assertEquals(9, reply.keptCells().size());
    }
    ModelReference missing = named.withModel("org/missing");
    assertThrows(OfflineException.class, () -> VisionLanguageModel.open(missing));
  }

  @Test
  void aMistypedNameIsAnswered() {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> VisionLanguageModel.open("embeded"));
    assertTrue(e.getMessage().endsWith("did you mean embedded?"), e.getMessage());
  }

  @Test
  void wrongSettingsAreRefusedBeforeAnythingIsFetched() {
    ModelReference named =
        ModelReference.of("org/none").withHub(new HubChoice(folder.toString(), "", true));
    assertThrows(
        IllegalArgumentException.class, () -> VisionLanguageModel.open(named.withWeights("int3")));
    assertThrows(
        IllegalArgumentException.class, () -> VisionLanguageModel.open(named.withDevice("tpu")));
    String none = folder.resolve("none").toString();
    for (ModelReference wrong :
        List.of(named.withClip(none), named.withSiglip(none), named.withKeywords(none))) {
      assertThrows(NoSuchFileException.class, () -> VisionLanguageModel.open(wrong));
    }
    assertThrows(IllegalArgumentException.class, () -> ModelReference.of(" "));
  }

  @Test
  void aReferenceTravels() throws IOException, ClassNotFoundException {
    ModelReference reference = ModelReference.of("org/name").withWeights("int8").withTower("a/b");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(reference);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      assertEquals(reference, in.readObject());
    }
  }

  private static BufferedImage drawn() {
    BufferedImage image = new BufferedImage(336, 336, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setColor(Color.RED);
    graphics.fillRect(40, 60, 120, 90);
    graphics.dispose();
    return image;
  }
}
