package io.qcpruner.cli.bench.serve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.stream.Stream;

/** A client in another process than the server, over the loopback address. */
final class ServeClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration PATIENCE = Duration.ofSeconds(300);
  private static final String DATA = "data: ";

  /**
   * What came back.
   *
   * @param millis from sending to the last byte
   * @param firstMillis to the first chunk, which comes right after the prefill; of a whole reply,
   *     to all of it
   * @param retryAfter whether the reply says when to try again
   * @param engineMillis what the server says the model took
   */
  record Answer(
      int status,
      String text,
      double millis,
      double firstMillis,
      boolean retryAfter,
      double engineMillis) {

    boolean isGiven() {
      return status == 200;
    }

    /** Refused for now, and told when to try again. */
    boolean isTurnedAway() {
      return (status == 429 || status == 503) && retryAfter;
    }
  }

  private final HttpClient http;
  private final URI chat;
  private final String key;

  private ServeClient(HttpClient http, URI chat, String key) {
    this.http = http;
    this.chat = chat;
    this.key = key;
  }

  /** A client that sends no key. */
  ServeClient(URI origin) {
    this(
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(30))
            .build(),
        origin.resolve("/v1/chat/completions"),
        "");
  }

  /** Another client by its key; requests at the same time have connections of their own. */
  ServeClient withKey(String other) {
    return new ServeClient(http, chat, other);
  }

  private HttpRequest request(String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(chat)
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (!key.isEmpty()) {
      request.header("Authorization", "Bearer " + key);
    }
    return request.build();
  }

  /** A reply in one piece. */
  Answer whole(String body) throws IOException, InterruptedException {
    HttpRequest request = request(body);
    long start = System.nanoTime();
    HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
    double millis = since(start);
    JsonNode reply = JSON.readTree(response.body());
    return new Answer(
        response.statusCode(),
        reply.at("/choices/0/message/content").asText(),
        millis,
        millis,
        response.headers().firstValue("Retry-After").isPresent(),
        reply.at("/timings/engine_ms").asDouble());
  }

  /** The whole reply as it came. */
  JsonNode reply(String body) throws IOException, InterruptedException {
    return JSON.readTree(http.send(request(body), BodyHandlers.ofByteArray()).body());
  }

  /** A reply in pieces. */
  Answer streamed(String body) throws IOException, InterruptedException {
    HttpRequest request = request(body);
    long start = System.nanoTime();
    HttpResponse<Stream<String>> response = http.send(request, BodyHandlers.ofLines());
    StringBuilder text = new StringBuilder();
    double first = 0;
    double engine = 0;
    try (Stream<String> lines = response.body()) {
      for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
        String line = each.next();
        if (!line.startsWith(DATA) || line.equals(DATA + "[DONE]")) {
          continue;
        }
        JsonNode chunk = JSON.readTree(line.substring(DATA.length()));
        if (first == 0) {
          first = since(start);
        }
        text.append(chunk.at("/choices/0/delta/content").asText(""));
        engine = Math.max(engine, chunk.at("/timings/engine_ms").asDouble());
      }
    }
    double millis = since(start);
    return new Answer(
        response.statusCode(),
        text.toString(),
        millis,
        first == 0 ? millis : first,
        response.headers().firstValue("Retry-After").isPresent(),
        engine);
  }

  /** Leaves after the first bytes of a reply, as users who close a page do. */
  void leaveEarly(String body) throws IOException, InterruptedException {
    HttpResponse<InputStream> response = http.send(request(body), BodyHandlers.ofInputStream());
    try (InputStream in = response.body()) {
      in.read(new byte[16]);
    }
  }

  /** The value of a metric without labels. */
  double metric(String name) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(chat.resolve("/metrics")).build();
    String page = http.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8)).body();
    return page.lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElse(Double.NaN);
  }

  private static double since(long start) {
    return (System.nanoTime() - start) / 1e6;
  }
}
