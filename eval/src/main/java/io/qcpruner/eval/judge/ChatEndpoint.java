package io.qcpruner.eval.judge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.eval.data.Json;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import io.qcpruner.media.Redacted;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * An OpenAI-compatible chat completions endpoint.
 *
 * @param baseUrl such as {@code http://localhost:8080/v1}
 * @param key bearer key, empty for none; never written anywhere
 * @param tries requests before giving up
 * @param pause between tries
 */
public record ChatEndpoint(URI baseUrl, String model, String key, int tries, Duration pause)
    implements Judge {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final int LONGEST_REPLY = 1 << 20;

  public ChatEndpoint {
    if (baseUrl.getScheme() == null || !baseUrl.getScheme().startsWith("http")) {
      throw new IllegalArgumentException(
          "judge address must be http or https, not " + Redacted.address(baseUrl.toString()));
    }
    if (tries < 1) {
      throw new IllegalArgumentException("tries must be at least 1, not " + tries);
    }
  }

  @Override
  public String ask(String prompt, double temperature, int maxTokens) throws IOException {
    HttpRequest request = request(prompt, temperature, maxTokens);
    IOException last = null;
    for (int attempt = 0; attempt < tries; attempt++) {
      try {
        if (attempt > 0) {
          Thread.sleep(pause.toMillis());
        }
        HttpResponse<byte[]> response =
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() == 200) {
          return content(response.body());
        }
        last = new JudgeException("judge answered with status " + response.statusCode());
        // the request itself is wrong: asking again does not help
        if (response.statusCode() / 100 == 4 && response.statusCode() != 429) {
          break;
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new JudgeException("interrupted while asking the judge", e);
      } catch (IOException e) {
        last = e;
      }
    }
    throw new JudgeException(
        "judge " + Redacted.address(baseUrl.toString()) + " failed: " + last.getMessage(), last);
  }

  private HttpRequest request(String prompt, double temperature, int maxTokens)
      throws JsonProcessingException {
    ObjectNode body = Json.MAPPER.createObjectNode();
    body.put("model", model).put("temperature", temperature).put("max_tokens", maxTokens);
    body.put("n", 1);
    body.putArray("messages").addObject().put("role", "user").put("content", prompt);
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(baseUrl + "/chat/completions"))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    Json.MAPPER.writeValueAsString(body), StandardCharsets.UTF_8));
    if (!key.isEmpty()) {
      builder.header("Authorization", "Bearer " + key);
    }
    return builder.build();
  }

  private static String content(byte[] body) throws IOException {
    if (body.length > LONGEST_REPLY) {
      throw new JudgeException("judge sent " + body.length + " bytes");
    }
    JsonNode content;
    try {
      JsonNode reply = JsonReader.STANDARD.object(body, "the judge's reply");
      content = reply.path("choices").path(0).path("message").path("content");
    } catch (JsonException e) {
      throw new JudgeException("judge sent no JSON: " + e.getMessage(), e);
    }
    if (!content.isTextual()) {
      throw new JudgeException("judge sent no choices[0].message.content");
    }
    return content.asText();
  }

  /** Never shows the key. */
  @Override
  public String toString() {
    return model + " at " + Redacted.address(baseUrl.toString());
  }
}
