package io.qcpruner.langchain4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.exception.InvalidRequestException;
import dev.langchain4j.exception.UnsupportedFeatureException;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialResponse;
import dev.langchain4j.model.chat.response.PartialResponseContext;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the contract tests ask of models that know the world, asked about drawn scenes. */
final class QcPrunerChatModelTest {
  private static VisionLanguageModel opened;
  private static QuestionSet.Item item;
  private static String picture;

  @BeforeAll
  static void open() throws IOException {
    opened = PocketModel.open();
    item = QuestionSet.of(Split.CALIBRATION, 1).get(1);
    Scene scene = QuestionSet.scene(new SceneGenerator(), item.sceneSeed());
    BufferedImage image =
        new BufferedImage(scene.width(), scene.height(), BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, scene.width(), scene.height(), scene.rgb(), 0, scene.width());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    picture = Base64.getEncoder().encodeToString(out.toByteArray());
  }

  @AfterAll
  static void close() {
    opened.close();
  }

  private static UserMessage message() {
    return UserMessage.from(
        ImageContent.from(picture, "image/png"), TextContent.from(item.question().text()));
  }

  private static ChatRequest request(QcPrunerParameters parameters) {
    return ChatRequest.builder().messages(message()).parameters(parameters).build();
  }

  @Test
  void answersWithUsageReasonAndPruning() {
    QcPrunerChatModel model = new QcPrunerChatModel(opened, "embedded");
    ChatResponse full = model.chat(message());
    assertEquals(item.question().answer(), full.aiMessage().text());
    assertEquals(FinishReason.STOP, full.finishReason());
    assertEquals("embedded", full.modelName());
    QcPrunerMetadata plain = (QcPrunerMetadata) full.metadata();
    assertEquals("full", plain.method());
    assertEquals(576, plain.kept());
    assertEquals(
        full.tokenUsage().totalTokenCount(),
        full.tokenUsage().inputTokenCount() + full.tokenUsage().outputTokenCount());

    ChatResponse pruned =
        model.chat(request(QcPrunerParameters.builder().pruning("qcpruner@64").build()));
    QcPrunerMetadata metadata = (QcPrunerMetadata) pruned.metadata();
    assertEquals(64, metadata.kept());
    assertEquals(576, metadata.total());
    assertEquals("qcpruner@64", metadata.method());
    assertEquals(metadata, metadata.toBuilder().build());
  }

  @Test
  void piecesJoinedAreTheAnswer() throws Exception {
    QcPrunerStreamingChatModel model =
        new QcPrunerStreamingChatModel(
            opened, "embedded", QcPrunerParameters.builder().pruning("divprune@64").build());
    Heard heard = new Heard();
    model.chat(List.of(message()), heard);
    ChatResponse whole = heard.response.get(60, TimeUnit.SECONDS);
    assertEquals(whole.aiMessage().text(), String.join("", heard.pieces));
    assertEquals("divprune@64", ((QcPrunerMetadata) whole.metadata()).method());
  }

  /** Notes what it is told, and fails where it is asked to. */
  private static class Heard implements StreamingChatResponseHandler {
    final List<String> pieces = new CopyOnWriteArrayList<>();
    final List<Throwable> errors = new CopyOnWriteArrayList<>();
    final CompletableFuture<ChatResponse> response = new CompletableFuture<>();

    @Override
    public void onPartialResponse(String piece) {
      pieces.add(piece);
    }

    @Override
    public void onCompleteResponse(ChatResponse whole) {
      response.complete(whole);
    }

    @Override
    public void onError(Throwable error) {
      errors.add(error);
    }
  }

  @Test
  void whatAHandlerThrowsIsToldToItAndTheAnswerGoesOn() throws Exception {
    RuntimeException mistake = new IllegalStateException("a mistake of the handler");
    Heard heard =
        new Heard() {
          @Override
          public void onPartialResponse(String piece) {
            super.onPartialResponse(piece);
            throw mistake;
          }

          @Override
          public void onError(Throwable error) {
            super.onError(error);
            throw new IllegalStateException("another one");
          }
        };
    new QcPrunerStreamingChatModel(opened, "embedded").chat(List.of(message()), heard);
    ChatResponse whole = heard.response.get(60, TimeUnit.SECONDS);
    assertEquals(item.question().answer(), whole.aiMessage().text());
    assertEquals(heard.pieces.size(), heard.errors.size());
    heard.errors.forEach(error -> assertSame(mistake, error));
  }

  /** With the first piece, which is the last one of an answer of one token. */
  @ParameterizedTest
  @ValueSource(ints = {1, 20})
  void whoCancelsHearsNothingMore(int tokens) throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    Heard heard =
        new Heard() {
          @Override
          public void onPartialResponse(PartialResponse piece, PartialResponseContext context) {
            super.onPartialResponse(piece.text());
            context.streamingHandle().cancel();
            asked.countDown();
          }
        };
    QcPrunerParameters limit = QcPrunerParameters.builder().maxOutputTokens(tokens).build();
    new QcPrunerStreamingChatModel(opened, "embedded", limit).chat(List.of(message()), heard);
    assertTrue(asked.await(60, TimeUnit.SECONDS));
    assertThrows(TimeoutException.class, () -> heard.response.get(300, TimeUnit.MILLISECONDS));
    assertEquals(1, heard.pieces.size());
    assertEquals(List.of(), heard.errors);
  }

  @Test
  void stopSequencesEndAnAnswer() {
    String answer = item.question().answer();
    QcPrunerParameters stop =
        QcPrunerParameters.builder().stopSequences(answer.substring(1)).build();
    ChatResponse cut = new QcPrunerChatModel(opened, "embedded").chat(request(stop));
    assertEquals(answer.substring(0, 1), cut.aiMessage().text());
    assertEquals(FinishReason.STOP, cut.finishReason());
    ChatResponse byDefault = new QcPrunerChatModel(opened, "embedded", stop).chat(message());
    assertEquals(cut.aiMessage().text(), byDefault.aiMessage().text());
  }

  @Test
  void requestsOverrideDefaults() {
    QcPrunerParameters defaults =
        QcPrunerParameters.builder().pruning("qcpruner@64").maxOutputTokens(5).build();
    QcPrunerParameters own = QcPrunerParameters.builder().pruning("fastv@32").build();
    assertEquals("fastv@32", defaults.overrideWith(own).pruning().toString());
    assertEquals(5, defaults.overrideWith(own).maxOutputTokens());
    assertEquals("fastv@32", own.defaultedBy(defaults).pruning().toString());
    QcPrunerChatModel model = new QcPrunerChatModel(opened, "embedded", defaults);
    ChatResponse reply = model.chat(request(own));
    assertEquals("fastv@32", ((QcPrunerMetadata) reply.metadata()).method());
  }

  @Test
  void lengthsEndAnAnswer() {
    ChatResponse cut =
        new QcPrunerChatModel(opened, "embedded")
            .chat(
                ChatRequest.builder()
                    .messages(UserMessage.from("Tell me something."))
                    .maxOutputTokens(1)
                    .build());
    assertTrue(cut.tokenUsage().outputTokenCount() <= 1);
  }

  @Test
  void conversationsKeepTheirPicture() {
    ChatResponse second =
        new QcPrunerChatModel(opened, "embedded")
            .chat(
                SystemMessage.from("Answer briefly."),
                message(),
                AiMessage.from(item.question().answer()),
                UserMessage.from(item.question().text()));
    assertTrue(second.tokenUsage().inputTokenCount() > 576);
  }

  @Test
  void whatIsNotServedIsRefused() {
    QcPrunerChatModel model = new QcPrunerChatModel(opened, "embedded");
    assertThrows(
        UnsupportedFeatureException.class,
        () ->
            model.chat(
                ChatRequest.builder()
                    .messages(message())
                    .toolSpecifications(ToolSpecification.builder().name("f").build())
                    .build()));
    assertThrows(
        InvalidRequestException.class,
        () ->
            model.chat(
                UserMessage.from(ImageContent.from("AAAA", "image/png"), TextContent.from("?"))));
    assertThrows(
        InvalidRequestException.class,
        () -> model.chat(request(QcPrunerParameters.builder().pruning("unknown@64").build())));
  }
}
