package io.qcpruner.server.local;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.media.Detail;
import io.qcpruner.media.MediaSource;
import io.qcpruner.model.SeenVisual;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.generate.GenerationSettings;
import io.qcpruner.model.synthetic.TinyFolder;
import io.qcpruner.server.chat.AnswerListener;
import io.qcpruner.server.chat.ChatAnswer;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.chat.ChatTurn;
import io.qcpruner.server.chat.ExplainLevel;
import io.qcpruner.server.chat.Explanation;
import io.qcpruner.server.chat.Medium;
import io.qcpruner.server.chat.ModelNote;
import io.qcpruner.server.chat.PruningFacts;
import io.qcpruner.server.error.RequestException;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations with no, one and several pictures on tiny checkpoints of every family. */
final class FamiliesTest {
  @TempDir private Path folder;

  private static Medium picture(int width, int height) throws IOException {
    return picture(width, height, Detail.AUTO);
  }

  private static Medium picture(int width, int height, Detail detail) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), "png", out);
    return new Medium(
        Medium.Kind.IMAGE, new MediaSource.Bytes("picture", out.toByteArray()), detail, "messages");
  }

  private static ChatRequest request(List<ChatTurn> turns, String method) {
    return new ChatRequest(
        null,
        turns,
        GenerationSettings.DEFAULT.withMaxNewTokens(2),
        1,
        8,
        MethodSpec.parse(method),
        ExplainLevel.FULL,
        false,
        false,
        List.of());
  }

  private LocalChatEngine engine(TinyModel model) throws IOException {
    return engine(model, 0);
  }

  private LocalChatEngine engine(TinyModel model, long prefixCache) throws IOException {
    TinyFolder.write(model, folder);
    return opened(prefixCache);
  }

  private LocalChatEngine opened() throws IOException {
    return opened(0);
  }

  private LocalChatEngine opened(long prefixCache) throws IOException {
    return new LocalChatEngine(
        VisionLanguageModel.open(folder),
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

  private static final Set<TinyModel> KEEP_SHAPE = Set.of(TinyModel.QWEN2, TinyModel.QWEN3);

  @ParameterizedTest
  @EnumSource(TinyModel.class)
  void everyFamily(TinyModel model) throws Exception {
    try (LocalChatEngine engine = engine(model)) {
      ChatAnswer text =
          engine.answer(
              request(List.of(new ChatTurn(List.of(), "hello there", null)), "full"),
              "me",
              () -> false,
              AnswerListener.SILENT);
      assertEquals(0, text.pruning().counts().visualTokens());
      assertEquals("none", text.visionCache());

      for (int[] size : new int[][] {{60, 40}, {1, 1}, {1, 300}, {300, 1}, {200, 130}}) {
        if (Math.max(size[0], size[1]) == 300 && KEEP_SHAPE.contains(model)) {
          // their reference refuses pictures that are more than 200 times as long as wide
          ChatRequest one =
              request(
                  List.of(new ChatTurn(List.of(picture(size[0], size[1])), "what is it", null)),
                  "qcpruner@8");
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
            engine.answer(request(turns, "qcpruner@8"), "me", () -> false, AnswerListener.SILENT);
        check(answer.pruning(), 1);
      }

      if (engine.info().pictures() > 1) {
        List<ChatTurn> two =
            List.of(
                new ChatTurn(List.of(picture(60, 40), picture(40, 60)), "which is larger", null));
        ChatAnswer answer =
            engine.answer(request(two, "qcpruner@8"), "me", () -> false, AnswerListener.SILENT);
        check(answer.pruning(), 2);
        assertEquals(8, answer.pruning().counts().keptTokens());
      }
    }
  }

  /** What was used is said, and no detail is answered with what another one left. */
  @Test
  void detailChoosesTilesAndIsSaid() throws Exception {
    try (LocalChatEngine engine = engine(TinyModel.SMOLVLM)) {
      SeenVisual auto = look(engine, "miss", picture(60, 40)).get(0);
      assertEquals(Optional.of(Detail.HIGH), auto.detail());
      assertTrue(auto.views() > 1, auto.toString());
      SeenVisual low = look(engine, "miss", picture(60, 40, Detail.LOW)).get(0);
      assertEquals(new SeenVisual(false, Optional.of(Detail.LOW), 1, 3, 3), low);
      assertEquals(auto, look(engine, "hit", picture(60, 40, Detail.HIGH)).get(0));
      assertEquals(low, look(engine, "hit", picture(60, 40, Detail.LOW)).get(0));
    }
    try (LocalChatEngine engine = engine(TinyModel.LLAVA)) {
      SeenVisual only = new SeenVisual(false, Optional.empty(), 1, 4, 4);
      assertEquals(List.of(only), look(engine, "miss", picture(60, 40)));
      assertEquals(List.of(only), look(engine, "hit", picture(60, 40, Detail.LOW)));
    }
  }

  /** Tiles for one picture, none for several, though the first one is in the cache with tiles. */
  @Test
  void severalPicturesOfOneVisionHaveNoTiles() throws Exception {
    try (LocalChatEngine engine = engine(TinyModel.ONEVISION)) {
      assertTrue(look(engine, "miss", picture(60, 40)).get(0).views() > 1);
      SeenVisual whole = new SeenVisual(false, Optional.of(Detail.LOW), 1, 7, 7);
      assertEquals(List.of(whole, whole), look(engine, "miss", picture(60, 40), picture(40, 60)));
      assertEquals(List.of(whole), look(engine, "hit", picture(60, 40, Detail.LOW)));
    }
  }

  private static List<SeenVisual> look(LocalChatEngine engine, String cache, Medium... pictures)
      throws Exception {
    ChatTurn turn = new ChatTurn(List.of(pictures), "what is it", null);
    ChatAnswer answer =
        engine.answer(request(List.of(turn), "full"), "me", () -> false, AnswerListener.SILENT);
    assertEquals(cache, answer.visionCache());
    return answer.pruning().visuals();
  }

  /** A template may refuse a conversation: the client is told which line says so, and no path. */
  @Test
  void chatTemplatesDecideThePrompt() throws Exception {
    TinyFolder.write(TinyModel.QWEN2, folder);
    Files.writeString(
        folder.resolve("chat_template.jinja"),
        "{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}\n"
            + "{% for m in messages %}{% for p in m.content %}"
            + "{{ p.text if p.type == 'text' else '<|image_pad|>' }}{% endfor %}{% endfor %}");
    List<ChatTurn> turns = List.of(new ChatTurn(List.of(picture(60, 40)), "abc", null));
    try (LocalChatEngine engine = opened()) {
      ChatAnswer answer =
          engine.answer(request(turns, "full"), "me", () -> false, AnswerListener.SILENT);
      int visual = answer.pruning().counts().visualTokens();
      assertEquals(visual + 3, answer.pruning().counts().promptTokens());
      ChatRequest withSystem =
          new ChatRequest(
              "Be brief.",
              turns,
              GenerationSettings.DEFAULT,
              1,
              8,
              MethodSpec.FULL,
              ExplainLevel.NONE,
              false,
              false,
              List.of());
      RequestException e =
          assertThrows(
              RequestException.class,
              () -> engine.answer(withSystem, "me", () -> false, AnswerListener.SILENT));
      assertEquals(400, e.code().status());
      assertEquals(
          "The model's chat template refuses this conversation: chat_template.jinja line 1: no"
              + " system.",
          e.getMessage());
    }
  }

  /** How anchors are found is a setting of the method, as everywhere. */
  @Test
  void settingsOfAnchorsReachTheModel() throws Exception {
    try (LocalChatEngine engine = engine(TinyModel.LLAVA)) {
      List<ChatTurn> turns =
          List.of(new ChatTurn(List.of(picture(60, 40)), "what color is the red bus", null));
      for (int keywords : new int[] {1, 2}) {
        ChatAnswer answer =
            engine.answer(
                request(turns, "qcpruner:keywords=" + keywords + "@8"),
                "me",
                () -> false,
                AnswerListener.SILENT);
        assertEquals(keywords, answer.pruning().anchors().orElseThrow().keywords().size());
      }
    }
  }

  /** The prompt is counted before pruning, wherever a method prunes. */
  @Test
  void promptsAreCountedBeforePruning() throws Exception {
    try (LocalChatEngine engine = engine(TinyModel.LLAVA)) {
      List<ChatTurn> turns = List.of(new ChatTurn(List.of(picture(60, 40)), "what is it", null));
      Set<Integer> counts = new HashSet<>();
      for (String method : List.of("full", "visionzip@8", "divprune@8", "qcpruner@8")) {
        ChatAnswer answer =
            engine.answer(request(turns, method), "me", () -> false, AnswerListener.SILENT);
        counts.add(answer.pruning().counts().promptTokens());
        assertEquals(16, answer.pruning().counts().visualTokens(), method);
      }
      assertEquals(1, counts.size(), counts::toString);
    }
  }

  /** What a method refuses is the client's to change, also when it shows after the prompt. */
  @Test
  void refusalsOfMethodsAreTheClients() throws Exception {
    try (LocalChatEngine engine = engine(TinyModel.LLAVA)) {
      List<ChatTurn> turns = List.of(new ChatTurn(List.of(picture(60, 40)), "what is it", null));
      for (String method : List.of("sparsevlm@1", "qcpruner:layer=3@8", "divprune@auto:0.9")) {
        RequestException e =
            assertThrows(
                RequestException.class,
                () ->
                    engine.answer(request(turns, method), "me", () -> false, AnswerListener.SILENT),
                method);
        assertEquals(400, e.code().status(), method);
        assertEquals("invalid_pruning", e.code().wire(), method);
      }
    }
  }

  /** Further questions say how much of the prompt was ready, and are answered as without. */
  @ParameterizedTest
  @ValueSource(strings = {"full", "qcpruner@8"})
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
          assertEquals(
              ready, answer.cachedTokens() > answer.pruning().counts().visualTokens(), question);
          assertTrue(ready || answer.cachedTokens() == 0);
          assertTrue(answer.cachedTokens() < answer.pruning().counts().promptTokens());
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
    assertTrue(facts.counts().keptTokens() <= facts.counts().visualTokens());
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
    assertEquals(facts.counts().visualTokens(), scores.cells().size());
    if (facts.counts().keptTokens()
        < facts.counts().visualTokens()) { // else nothing was scored or chosen
      assertEquals(facts.counts().keptTokens(), scores.kept().length);
      assertEquals(scores.cells().size(), scores.utility().length);
    }
  }
}
