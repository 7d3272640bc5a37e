package io.qcpruner.langchain4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** LangChain4j's contract, as far as it applies, on the embedded model. */
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
  void piecesJoinedAreTheAnswer() {
    QcPrunerStreamingChatModel model =
        new QcPrunerStreamingChatModel(
            opened, "embedded", QcPrunerParameters.builder().pruning("divprune@64").build());
    List<String> pieces = new ArrayList<>();
    ChatResponse[] whole = new ChatResponse[1];
    model.chat(
        List.of(message()),
        new StreamingChatResponseHandler() {
          @Override
          public void onPartialResponse(String piece) {
            pieces.add(piece);
          }

          @Override
          public void onCompleteResponse(ChatResponse response) {
            whole[0] = response;
          }

          @Override
          public void onError(Throwable error) {
            throw new AssertionError(error);
          }
        });
    assertEquals(whole[0].aiMessage().text(), String.join("", pieces).strip());
    assertEquals("divprune@64", ((QcPrunerMetadata) whole[0].metadata()).method());
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
