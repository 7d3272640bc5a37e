package io.qcpruner.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.core.JsonValue;
import com.openai.errors.BadRequestException;
import com.openai.errors.UnauthorizedException;
import com.openai.models.chat.completions.ChatCompletion;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionContentPart;
import com.openai.models.chat.completions.ChatCompletionContentPartImage;
import com.openai.models.chat.completions.ChatCompletionContentPartText;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import com.openai.models.chat.completions.ChatCompletionStreamOptions;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import io.qcpruner.server.sample.Samples;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real clients against the embedded model, whole and streamed. */
@Timeout(240)
final class ClientsTest {
  private static final String QUESTION = "What color is the letter D?";
  private static final Map<String, Object> PRUNING = Map.of("method", "qcpruner", "budget", 64);

  private static EmbeddedServer server;
  private static String picture;
  private static String expected;

  @BeforeAll
  static void start() throws Exception {
    Settings settings = new Settings();
    settings.access = new Access(ApiKeys.of(List.of("right")), List.of(), List.of());
    server = new EmbeddedServer(settings.build());
    picture = Base64.getEncoder().encodeToString(new Samples().png(1));
    var body = EmbeddedServer.question(1, QUESTION);
    body.putObject("pruning").put("method", "qcpruner").put("budget", 64);
    var reply =
        server
            .client()
            .send(
                server.chat(body.toString()).header("Authorization", "Bearer right").build(),
                java.net.http.HttpResponse.BodyHandlers.ofString());
    expected = EmbeddedServer.json(reply).at("/choices/0/message/content").asText();
    assertFalse(expected.isEmpty(), reply.body());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static OpenAIClient openAi(String key) {
    return OpenAIOkHttpClient.builder()
        .baseUrl(server.origin() + "/v1")
        .apiKey(key)
        .responseValidation(true)
        .build();
  }

  private static ChatCompletionCreateParams.Builder openAiQuestion() {
    return ChatCompletionCreateParams.builder()
        .model("embedded")
        .maxCompletionTokens(8)
        .addUserMessageOfArrayOfContentParts(
            List.of(
                ChatCompletionContentPart.ofImageUrl(
                    ChatCompletionContentPartImage.builder()
                        .imageUrl(
                            ChatCompletionContentPartImage.ImageUrl.builder()
                                .url("data:image/png;base64," + picture)
                                .build())
                        .build()),
                ChatCompletionContentPart.ofText(
                    ChatCompletionContentPartText.builder().text(QUESTION).build())))
        .putAdditionalBodyProperty("pruning", JsonValue.from(PRUNING));
  }

  @Test
  @SuppressWarnings("deprecation") // the client's only way to fields that OpenAI does not have
  void openAiJava() {
    OpenAIClient client = openAi("right");
    ChatCompletion reply = client.chat().completions().create(openAiQuestion().build());
    assertEquals(expected, reply.choices().get(0).message().content().orElse(""));
    assertEquals(ChatCompletion.Choice.FinishReason.STOP, reply.choices().get(0).finishReason());
    assertTrue(reply.usage().orElseThrow().promptTokens() > 576);
    Map<?, ?> pruning =
        (Map<?, ?>) reply._additionalProperties().get("pruning").asObject().orElseThrow();
    assertEquals("64", pruning.get("kept_tokens").toString());
    ChatCompletionCreateParams streamed =
        openAiQuestion()
            .streamOptions(ChatCompletionStreamOptions.builder().includeUsage(true).build())
            .build();
    StringBuilder text = new StringBuilder();
    long[] total = new long[1];
    try (var stream = client.chat().completions().createStreaming(streamed)) {
      for (ChatCompletionChunk chunk : stream.stream().toList()) {
        chunk.choices().forEach(c -> text.append(c.delta().content().orElse("")));
        chunk.usage().ifPresent(usage -> total[0] = usage.totalTokens());
      }
    }
    assertEquals(expected, text.toString());
    assertEquals(reply.usage().orElseThrow().totalTokens(), total[0]);
  }

  @Test
  void openAiJavaUnderstandsErrors() {
    assertThrows(
        UnauthorizedException.class,
        () -> openAi("wrong").chat().completions().create(openAiQuestion().build()));
    BadRequestException bad =
        assertThrows(
            BadRequestException.class,
            () ->
                openAi("right")
                    .chat()
                    .completions()
                    .create(openAiQuestion().temperature(3.0).build()));
    assertEquals("invalid_value", bad.code().orElse(""));
    assertEquals("temperature", bad.param().orElse(""));
  }

  @Test
  void langChain4j() throws Exception {
    UserMessage message =
        UserMessage.from(ImageContent.from(picture, "image/png"), TextContent.from(QUESTION));
    OpenAiChatModel model =
        OpenAiChatModel.builder()
            .baseUrl(server.origin() + "/v1")
            .apiKey("right")
            .modelName("embedded")
            .maxTokens(8)
            .customParameters(Map.of("pruning", PRUNING))
            .build();
    ChatResponse reply = model.chat(message);
    assertEquals(expected, reply.aiMessage().text());
    assertTrue(reply.tokenUsage().inputTokenCount() > 576);
    OpenAiStreamingChatModel streaming =
        OpenAiStreamingChatModel.builder()
            .baseUrl(server.origin() + "/v1")
            .apiKey("right")
            .modelName("embedded")
            .maxTokens(8)
            .customParameters(Map.of("pruning", PRUNING))
            .build();
    CompletableFuture<ChatResponse> done = new CompletableFuture<>();
    StringBuilder pieces = new StringBuilder();
    streaming.chat(
        List.of(message),
        new StreamingChatResponseHandler() {
          @Override
          public void onPartialResponse(String piece) {
            pieces.append(piece);
          }

          @Override
          public void onCompleteResponse(ChatResponse response) {
            done.complete(response);
          }

          @Override
          public void onError(Throwable error) {
            done.completeExceptionally(error);
          }
        });
    ChatResponse streamed = done.get(60, TimeUnit.SECONDS);
    assertEquals(expected, streamed.aiMessage().text());
    assertEquals(expected, pieces.toString());
    assertEquals(reply.tokenUsage().inputTokenCount(), streamed.tokenUsage().inputTokenCount());
  }

  @Test
  void curl(@TempDir Path folder) throws Exception {
    if (!Files.isExecutable(Path.of("/usr/bin/curl"))) {
      System.out.println("SKIPPED: curl is not installed");
      Assumptions.abort("curl is not installed");
    }
    var body = EmbeddedServer.question(1, QUESTION).put("stream", true);
    body.putObject("pruning").put("method", "qcpruner").put("budget", 64);
    Path file = Files.writeString(folder.resolve("body.json"), body.toString());
    String out =
        run(
            List.of(
                "curl",
                "-sN",
                server.origin() + "/v1/chat/completions",
                "-H",
                "Authorization: Bearer right",
                "-H",
                "Content-Type: application/json",
                "-d",
                "@" + file));
    assertEquals(expected, Sse.text(Sse.chunks(out)));
  }

  private static String run(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), out);
    return out;
  }
}
