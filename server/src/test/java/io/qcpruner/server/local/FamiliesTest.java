package io.qcpruner.server.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.media.MediaSource;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.synthetic.TinyFolder;
import io.qcpruner.server.chat.AnswerListener;
import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.ChatTurn;
import io.qcpruner.server.chat.ExplainLevel;
import io.qcpruner.server.chat.Explanation;
import io.qcpruner.server.chat.Medium;
import io.qcpruner.server.chat.ModelNote;
import io.qcpruner.server.chat.PruningChoice;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.chat.SamplingChoice;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations with no, one and several pictures on tiny checkpoints of every family. */
final class FamiliesTest {
  @TempDir private Path folder;

  private static Medium picture(int width, int height) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), "png", out);
    return new Medium(
        Medium.Kind.IMAGE, new MediaSource.Bytes("picture", out.toByteArray()), "messages");
  }

  private static ChatRequest request(List<ChatTurn> turns, String method) {
    PruningChoice pruning =
        new PruningChoice(method, "8", List.of(), AnchorSettings.ofPaper(), ExplainLevel.FULL);
    return new ChatRequest(
        null, turns, SamplingChoice.GREEDY, 2, List.of(), 8, pruning, false, false, List.of());
  }

  private LocalChatEngine engine(TinyModel model) throws IOException {
    return engine(model, 0);
  }

  private LocalChatEngine engine(TinyModel model, long prefixCache) throws IOException {
    return new LocalChatEngine(
        VisionLanguageModel.open(TinyFolder.write(model, folder)),
        new LocalSettings(
            "tiny",
            "0",
            "stored",
            1 << 20,
            prefixCache,
            List.of(),
            List.of(),
            ModelNote.NONE,
            LocalSettings.LIMITS));
  }

  private static final Set<TinyModel> KEEP_SHAPE = Set.of(TinyModel.QWEN2);

  @ParameterizedTest
  @EnumSource(TinyModel.class)
  void everyFamily(TinyModel model) throws Exception {
    try (LocalChatEngine engine = engine(model)) {
      ChatAnswer text =
          engine.answer(
              request(List.of(new ChatTurn(List.of(), "hello there", null)), "none"),
              "me",
              () -> false,
              AnswerListener.SILENT);
      assertEquals(0, text.pruning().total());
      assertEquals("none", text.visionCache());

      for (int[] size : new int[][] {{60, 40}, {1, 1}, {1, 300}, {300, 1}, {200, 130}}) {
        if (Math.max(size[0], size[1]) == 300 && KEEP_SHAPE.contains(model)) {
          // their reference refuses pictures that are more than 200 times as long as wide
          ChatRequest one =
              request(
                  List.of(new ChatTurn(List.of(picture(size[0], size[1])), "what is it", null)),
                  "qcpruner");
          Exception refused =
              assertThrows(
                  Exception.class,
                  () -> engine.answer(one, "me", () -> false, AnswerListener.SILENT));
          assertTrue(refused.getMessage().contains("200 times"), refused.getMessage());
          continue;
        }
        List<ChatTurn> turns =
            List.of(
                new ChatTurn(List.of(picture(size[0], size[1])), "what is it", "a thing"),
                new ChatTurn(List.of(), "what color is it", null));
        ChatAnswer answer =
            engine.answer(request(turns, "qcpruner"), "me", () -> false, AnswerListener.SILENT);
        check(answer.pruning(), 1);
      }

      if (engine.info().pictures() > 1) {
        List<ChatTurn> two =
            List.of(
                new ChatTurn(List.of(picture(60, 40), picture(40, 60)), "which is larger", null));
        ChatAnswer answer =
            engine.answer(request(two, "qcpruner"), "me", () -> false, AnswerListener.SILENT);
        check(answer.pruning(), 2);
        assertEquals(8, answer.pruning().kept());
      }
    }
  }

  /** Further questions say how much of the prompt was ready, and are answered as without. */
  @ParameterizedTest
  @ValueSource(strings = {"none", "qcpruner"})
  void furtherQuestionsStartBehindThePicture(String method) throws Exception {
    Medium picture = picture(60, 40);
    List<String> questions = List.of("what is it", "what color is it");
    List<String> texts = new ArrayList<>();
    for (long prefixCache : new long[] {0, 1 << 24}) {
      try (LocalChatEngine engine = engine(TinyModel.LLAVA, prefixCache)) {
        for (String question : questions) {
          ChatRequest request =
              request(List.of(new ChatTurn(List.of(picture), question, null)), method);
          ChatAnswer answer = engine.answer(request, "me", () -> false, AnswerListener.SILENT);
          texts.add(answer.text());
          boolean ready = prefixCache > 0 && question.equals(questions.get(1));
          assertEquals(ready, answer.cachedTokens() > answer.imageTokens(), question);
          assertTrue(ready || answer.cachedTokens() == 0);
          assertTrue(answer.cachedTokens() < answer.promptTokens());
        }
      }
    }
    assertEquals(texts.subList(0, 2), texts.subList(2, 4));
  }

  /** Kept cells lie in their group's grid, and the groups add up. */
  private static void check(PruningFacts facts, int pictures) {
    Explanation explanation = facts.explanation().orElseThrow();
    assertEquals(pictures, explanation.pictures().size());
    assertEquals(
        pictures, explanation.groups().stream().map(Explanation.Group::picture).distinct().count());
    assertTrue(facts.kept() <= facts.total());
    assertEquals(
        explanation.keptCells().size(),
        explanation.groups().stream().mapToInt(Explanation.Group::kept).sum());
    for (int[] cell : explanation.keptCells()) {
      Explanation.Group group = explanation.groups().get(cell[0]);
      assertTrue(cell[1] < group.rows() && cell[2] < group.cols());
    }
    for (Explanation.Group group : explanation.groups()) {
      assertTrue(group.dx() > 0 && group.dy() > 0, group.toString());
    }
    Explanation.Scores scores = explanation.scores().orElseThrow();
    assertEquals(facts.total(), scores.cells().size());
    if (facts.kept() < facts.total()) { // else nothing was scored or chosen
      assertEquals(facts.kept(), scores.kept().length);
      assertEquals(scores.cells().size(), scores.utility().length);
    }
  }
}
