package io.qcpruner.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A server with the embedded model and the keys "a" and "b", whose refusals tell nothing about the
 * machine.
 */
final class AdvisoryServer implements AutoCloseable {
  private static final Pattern LEAK =
      Pattern.compile(
          "(?<![0-9])0x[0-9a-f]{3}|Exception|java\\.|org\\.|/tmp|/root|/home|\\bat [a-z]+\\.");

  private final EmbeddedServer server;

  AdvisoryServer() throws IOException {
    Settings settings = new Settings();
    settings.maxBody = 8 << 20;
    settings.access = new Access(ApiKeys.of(List.of("a", "b")), List.of(), List.of());
    this.server = new EmbeddedServer(settings.build());
  }

  HttpResponse<String> post(ObjectNode body) throws Exception {
    return post(body, "a");
  }

  HttpResponse<String> post(ObjectNode body, String key) throws Exception {
    return post(body.toString(), key);
  }

  HttpResponse<String> post(String body, String key) throws Exception {
    HttpResponse<String> reply =
        server
            .client()
            .send(
                server.chat(body).header("Authorization", "Bearer " + key).build(),
                BodyHandlers.ofString());
    if (reply.statusCode() != 200) {
      assertFalse(LEAK.matcher(reply.body()).find(), reply.body());
    }
    return reply;
  }

  /** It still answers. */
  void works() throws Exception {
    assertEquals(200, post(EmbeddedServer.question(1, "What color is the star?")).statusCode());
  }

  static String code(HttpResponse<String> reply) throws IOException {
    return EmbeddedServer.json(reply).at("/error/code").asText();
  }

  static ObjectNode withUrl(String url) {
    ObjectNode body = EmbeddedServer.question(new byte[] {1}, "What is it?");
    ((ObjectNode) body.at("/messages/0/content/0/image_url")).put("url", url);
    return body;
  }

  @Override
  public void close() {
    server.close();
  }
}
