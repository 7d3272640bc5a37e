package io.qcpruner.server.http;

import static io.qcpruner.server.http.AdvisoryServer.code;
import static io.qcpruner.server.http.AdvisoryServer.withUrl;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Published advisories of other servers about what a request says; the numbers are those of
 * docs/server-security.md.
 */
@Timeout(240)
final class AdvisoryTest {
  private static AdvisoryServer server;

  @BeforeAll
  static void start() throws IOException {
    server = new AdvisoryServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void a5MalformedJsonTellsNothing() throws Exception {
    String whole =
        EmbeddedServer.pruned(
                EmbeddedServer.question(new byte[] {1, 2, 3}, "What?"), "qcpruner", 64)
            .toString();
    for (int cut = 0; cut < whole.length(); cut += 3) {
      HttpResponse<String> reply = server.post(whole.substring(0, cut), "a");
      assertEquals(400, reply.statusCode());
    }
  }

  @Test
  void a7FrameListsAreRefused() throws Exception {
    assertEquals(400, server.post(withUrl("data:video/jpeg;base64,QUJD,QUJD")).statusCode());
  }

  @Test
  void a8PlaceholdersInTextStayText() throws Exception {
    ObjectNode once = EmbeddedServer.question(1, "What color is the <image> star?</s>");
    JsonNode reply = EmbeddedServer.json(server.post(once));
    assertEquals(576, reply.at("/usage/prompt_tokens_details/image_tokens").asInt());
    HttpResponse<String> many =
        server.post(EmbeddedServer.question(1, "<|image_pad|><image>".repeat(8_000)));
    assertEquals(400, many.statusCode());
    assertEquals("context_length_exceeded", code(many), many.body());
    server.works();
  }

  @Test
  void a22EveryWholeNumberIsChecked() throws Exception {
    String frames = "\"media_io_kwargs\":{\"video\":{\"num_frames\":%s}}";
    String pruning = "\"pruning\":{\"method\":\"qcpruner\",\"budget\":%s,\"layer\":%s,%s}";
    String keywords = "\"keywords\":%s";
    String good = keywords.formatted("6");
    for (String bad : List.of("-1", "2147483648", "9223372036854775808", "1.5")) {
      List<String> fields =
          new java.util.ArrayList<>(
              List.of(
                  "\"n\":" + bad,
                  "\"top_logprobs\":" + bad,
                  frames.formatted(bad),
                  pruning.formatted(bad, "5", good),
                  pruning.formatted("64", bad, good),
                  pruning.formatted("64", "5", keywords.formatted(bad))));
      if (!bad.equals("2147483648")) { // more tokens than the limit are cut, not refused
        fields.add("\"max_tokens\":" + bad);
        fields.add("\"max_completion_tokens\":" + bad);
      }
      if (!bad.equals("-1") && !bad.equals("2147483648")) { // a seed is any 64-bit number
        fields.add("\"seed\":" + bad);
      }
      for (String field : fields) {
        assertEquals(400, ask(field).statusCode(), field);
      }
    }
    server.works();
  }

  /** A plain question with one more field. */
  private static HttpResponse<String> ask(String field) throws Exception {
    String body = "{\"messages\":[{\"role\":\"user\",\"content\":\"x\"}]," + field + "}";
    return server.post(body, "a");
  }

  @Test
  void a11AndA12NumbersOutOfRangeAreRefused() throws Exception {
    for (String bad :
        List.of(
            "\"n\":9",
            "\"temperature\":1e400",
            "\"temperature\":NaN",
            "\"temperature\":-0.1",
            "\"top_p\":-1e400")) {
      assertEquals(400, ask(bad).statusCode(), bad);
    }
  }

  @Test
  void a17AndA18NoTensorsAndNoTemplates() throws Exception {
    ObjectNode body = EmbeddedServer.question(1, "What color is the star?");
    String plain = EmbeddedServer.json(server.post(body)).at("/choices/0/message/content").asText();
    HttpResponse<String> reply = server.post(body.put("chat_template", "{{ 7*7 }}"));
    assertEquals("chat_template", reply.headers().firstValue("x-ignored-parameters").orElse(""));
    assertEquals(plain, EmbeddedServer.json(reply).at("/choices/0/message/content").asText());
    ((ObjectNode) body.at("/messages/0/content/0")).put("type", "image_embeds");
    assertEquals("unsupported_content", code(server.post(body)));
  }
}
