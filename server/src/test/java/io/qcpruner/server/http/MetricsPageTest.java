package io.qcpruner.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page of metrics follows the text format, and its numbers add up with what was sent. */
@Timeout(60)
final class MetricsPageTest {
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-zA-Z_:][a-zA-Z0-9_:]*(?:\\{(?:[a-zA-Z_]\\w*=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\",?)+})?)"
              + " ([-+]?(?:\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?|Inf)|NaN)");
  private static final Pattern COMMENT =
      Pattern.compile(
          "# (?:HELP [a-zA-Z_:]\\w* .*|TYPE [a-zA-Z_:]\\w* (?:counter|gauge|histogram|info))");

  /** Every line of Prometheus' text format 0.0.4, by sample. */
  private static Map<String, Double> parse(String page) {
    Map<String, Double> out = new HashMap<>();
    for (String line : page.split("\n")) {
      if (COMMENT.matcher(line).matches()) {
        continue;
      }
      Matcher sample = SAMPLE.matcher(line);
      assertTrue(sample.matches(), line);
      double value = Double.parseDouble(sample.group(2).replace("Inf", "Infinity"));
      assertTrue(out.put(sample.group(1), value) == null, "twice: " + line);
    }
    return out;
  }

  private static String ask(String text, String more) {
    return "{\"messages\":[{\"role\":\"user\",\"content\":\"" + text + "\"}]" + more + "}";
  }

  @Test
  void addUpWithTheRequests() throws Exception {
    try (EmbeddedServer server = new EmbeddedServer(new Settings().build(), FakeEngine::new)) {
      for (int i = 0; i < 5; i++) {
        assertEquals(
            200, server.post(ask("long 3", i % 2 == 0 ? "" : ",\"stream\":true")).statusCode());
      }
      assertEquals(
          200,
          server.post(ask("x", ",\"pruning\":{\"method\":\"random\",\"budget\":64}")).statusCode());
      for (int i = 0; i < 3; i++) {
        assertEquals(400, server.post(ask("x", ",\"store\":true")).statusCode());
      }
      assertEquals(404, server.get("/nothing").statusCode());
      assertEquals(500, server.post(ask("break", "")).statusCode());
      Map<String, Double> samples = parse(server.get("/metrics").body());
      String requests = "qcpruner_requests_total{method=\"%s\",outcome=\"%s\"}";
      assertEquals(5, samples.get(requests.formatted("full", "stop")));
      assertEquals(1, samples.get(requests.formatted("random", "stop")));
      assertEquals(1, samples.get(requests.formatted("full", "error")));
      assertEquals(3, samples.get("qcpruner_rejected_total{reason=\"unsupported_parameter\"}"));
      assertEquals(1, samples.get("qcpruner_rejected_total{reason=\"route_not_found\"}"));
      assertEquals(1, samples.get("qcpruner_rejected_total{reason=\"internal_error\"}"));
      assertEquals(7, samples.get("qcpruner_request_seconds_count"));
      assertEquals(7, samples.get("qcpruner_queue_seconds_count"));
      assertEquals(7, samples.get("qcpruner_request_seconds_bucket{le=\"+Inf\"}"));
      assertEquals(6, samples.get("qcpruner_time_to_first_token_seconds_count"));
      assertEquals(6 * 600, samples.get("qcpruner_prompt_tokens_total"));
      assertEquals(5 * 3 + 1, samples.get("qcpruner_completion_tokens_total"));
      assertEquals(6 * 576, samples.get("qcpruner_visual_tokens_total{state=\"seen\"}"));
      assertEquals(6 * 64, samples.get("qcpruner_visual_tokens_total{state=\"kept\"}"));
      assertEquals(6, samples.get("qcpruner_token_seconds_count"));
      assertEquals(6, samples.get("qcpruner_stage_seconds_count{stage=\"decode\"}"));
      for (String name : List.of("queries_total", "hits_total", "evictions_total", "bytes")) {
        assertEquals(0, samples.get("qcpruner_vision_cache_" + name), name);
      }
      String build = "qcpruner_build_info{family=\"fake\",version=\"";
      assertTrue(samples.keySet().stream().anyMatch(name -> name.startsWith(build)));
      assertEquals(0, samples.get("qcpruner_requests_running"));
      assertEquals(0, samples.get("qcpruner_requests_waiting"));
    }
  }

  @Test
  void openMetricsByAccept() throws Exception {
    try (EmbeddedServer server = new EmbeddedServer(new Settings().build(), FakeEngine::new)) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(server.origin() + "/metrics"))
              .header("Accept", "application/openmetrics-text; version=1.0.0")
              .build();
      HttpResponse<String> page = server.client().send(request, BodyHandlers.ofString());
      assertTrue(page.body().endsWith("# EOF\n"));
      String type = page.headers().firstValue("Content-Type").orElse("");
      assertTrue(type.startsWith("application/openmetrics-text"), type);
      String plain = server.get("/metrics").headers().firstValue("Content-Type").orElse("");
      assertTrue(plain.startsWith("text/plain; version=0.0.4"), plain);
    }
  }
}
