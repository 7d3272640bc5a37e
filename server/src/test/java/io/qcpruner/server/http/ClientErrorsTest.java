package io.qcpruner.server.http;

import static io.qcpruner.testkit.Await.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.openai.client.OpenAIClient;
import com.openai.client.okhttp.OpenAIOkHttpClient;
import com.openai.errors.OpenAIException;
import com.openai.errors.RateLimitException;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What real clients make of our refusals and of an answer that fails half-way. */
@Timeout(60)
final class ClientErrorsTest {

  private static OpenAIClient openAi(EmbeddedServer server) {
    return OpenAIOkHttpClient.builder().baseUrl(server.origin() + "/v1").apiKey("none").build();
  }

  private static ChatCompletionCreateParams ask(String text) {
    return ChatCompletionCreateParams.builder().model("fake").addUserMessage(text).build();
  }

  @Test
  void openAiJavaTriesAFullServerTwiceMore() throws Exception {
    Settings settings = new Settings();
    settings.queue = 0;
    FakeEngine engine = new FakeEngine();
    try (EmbeddedServer server = new EmbeddedServer(settings.build(), () -> engine)) {
      String hold = "{\"messages\":[{\"role\":\"user\",\"content\":\"hold\"}]}";
      server.client().sendAsync(server.chat(hold).build(), BodyHandlers.ofString());
      until(() -> engine.running.get() == 1);
      RateLimitException e =
          assertThrows(
              RateLimitException.class, () -> openAi(server).chat().completions().create(ask("x")));
      assertEquals("queue_full", e.code().orElse(""));
      assertEquals(3, Metrics.value(server, "qcpruner_rejected_total{reason=\"queue_full\"}"));
    }
  }

  @Test
  void openAiJavaThrowsInMidStream() throws Exception {
    try (EmbeddedServer server = new EmbeddedServer(new Settings().build(), FakeEngine::new)) {
      StringBuilder text = new StringBuilder();
      assertThrows(
          OpenAIException.class,
          () -> {
            try (var stream =
                openAi(server).chat().completions().createStreaming(ask("break later"))) {
              stream.stream()
                  .forEach(
                      chunk ->
                          chunk
                              .choices()
                              .forEach(c -> text.append(c.delta().content().orElse(""))));
            }
          });
      assertEquals("break later", text.toString());
    }
  }

  @Test
  void langChain4jHearsOfItToo() throws Exception {
    try (EmbeddedServer server = new EmbeddedServer(new Settings().build(), FakeEngine::new)) {
      CompletableFuture<ChatResponse> done = new CompletableFuture<>();
      StringBuilder text = new StringBuilder();
      OpenAiStreamingChatModel.builder()
          .baseUrl(server.origin() + "/v1")
          .apiKey("none")
          .modelName("fake")
          .build()
          .chat(
              "break later",
              new StreamingChatResponseHandler() {
                @Override
                public void onPartialResponse(String piece) {
                  text.append(piece);
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
      assertThrows(ExecutionException.class, () -> done.get(30, TimeUnit.SECONDS));
      assertTrue(text.toString().startsWith("break later"), text.toString());
    }
  }
}
