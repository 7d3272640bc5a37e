package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.method.Methods;
import io.qcpruner.core.method.PruningMethod;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.core.prune.PruningRefusedException;
import io.qcpruner.media.PictureSettings;
import io.qcpruner.media.RgbImage;
import io.qcpruner.media.video.VideoFrames;
import io.qcpruner.model.synthetic.TinyFolder;
import io.qcpruner.text.Conversation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every method on models whose tower joins patches: it prunes, or says why it can't. */
final class EveryMethodTest {
  private static final String QUESTION = "What color is the bus?";

  @TempDir Path folder;

  private static RgbImage noise(int seed, int width, int height) {
    byte[] rgb = new byte[3 * width * height];
    new Random(seed).nextBytes(rgb);
    return new RgbImage(width, height, rgb);
  }

  @ParameterizedTest
  @EnumSource(
      value = TinyModel.class,
      names = {"ONEVISION", "QWEN2", "QWEN3", "SMOLVLM", "INTERNVL"})
  void onPicturesAndClips(TinyModel which) throws IOException {
    VideoFrames frames =
        new VideoFrames(
            List.of(noise(2, 90, 70), noise(3, 90, 70), noise(4, 90, 70), noise(5, 90, 70)),
            new int[] {0, 8, 16, 24},
            25,
            25);
    Set<String> served = new TreeSet<>();
    try (VisionLanguageModel model = VisionLanguageModel.open(TinyFolder.write(which, folder));
        EncodedVisual picture = model.encode(noise(1, 160, 120));
        EncodedVisual clip = model.encode(frames)) {
      for (String name : Methods.names()) {
        for (EncodedVisual visual : List.of(picture, clip)) {
          if (answers(model, List.of(visual), Methods.named(name))) {
            served.add(name);
          }
        }
      }
    }
    assertTrue(
        served.containsAll(
            Set.of("qcpruner", "fastv", "sparsevlm", "dart", "visionzip", "divprune", "mmtok")),
        served.toString());
  }

  /** LLaVA-OneVision shows several pictures as one view each, with one newline behind it. */
  @Test
  void onSeveralPicturesWithoutTiles() throws IOException {
    PictureSettings together = PictureSettings.DEFAULT.withOthers();
    Set<String> served = new TreeSet<>();
    try (VisionLanguageModel model =
            VisionLanguageModel.open(TinyFolder.write(TinyModel.ONEVISION, folder));
        EncodedVisual first = model.encode(noise(1, 160, 120), together);
        EncodedVisual second = model.encode(noise(2, 90, 120), together)) {
      for (String name : Methods.names()) {
        if (answers(model, List.of(first, second), Methods.named(name))) {
          served.add(name);
        }
      }
    }
    assertTrue(
        served.containsAll(
            Set.of("qcpruner", "fastv", "sparsevlm", "dart", "visionzip", "divprune", "mmtok")),
        served.toString());
  }

  private static boolean answers(
      VisionLanguageModel model, List<EncodedVisual> visuals, PruningMethod method)
      throws IOException {
    Ask ask =
        Ask.of(Conversation.of(visuals.size(), QUESTION))
            .withMaxNewTokens(2)
            .with(MethodSpec.of(method.name(), new Budget.Ratio(0.5)));
    if (method.obstacle(model.facts()).isPresent()) {
      String message =
          assertThrows(PruningRefusedException.class, () -> model.ask(visuals, ask)).getMessage();
      assertFalse(message.isBlank(), method.name());
      return false;
    }
    try {
      Reply reply = model.ask(visuals, ask);
      assertTrue(reply.keptTokens() <= reply.visualTokens(), method.name());
      assertEquals(reply.text(), model.ask(visuals, ask).text(), method.name());
      return true;
    } catch (PruningRefusedException refused) {
      assertFalse(refused.getMessage().isBlank(), method.name());
      return false;
    }
  }
}
