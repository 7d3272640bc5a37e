package io.qcpruner.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Real answers of the embedded model: schemas, streams, the cache, many clients. */
@Timeout(240)
final class EmbeddedModelTest {
  private static final String QUESTION = "What color is the letter D?";

  private static EmbeddedServer server;
  private static JsonNode spec;

  @BeforeAll
  static void start() throws Exception {
    Settings settings = new Settings();
    settings.slots = 2;
    server = new EmbeddedServer(settings.build());
    spec = new YAMLMapper().readTree(server.get("/openapi.yaml").body());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void matches(String schema, JsonNode value) {
    ObjectNode root = spec.deepCopy();
    root.put("$ref", "#/components/schemas/" + schema);
    JsonSchema compiled =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(root);
    assertEquals("[]", compiled.validate(value).toString(), schema);
  }

  private static JsonNode answer(ObjectNode body) throws Exception {
    HttpResponse<String> reply = server.post(body.toString());
    assertEquals(200, reply.statusCode(), reply.body());
    return EmbeddedServer.json(reply);
  }

  private static ObjectNode question() throws Exception {
    return EmbeddedServer.question(1, QUESTION);
  }

  private static String text(JsonNode reply) {
    return reply.at("/choices/0/message/content").asText();
  }

  @ParameterizedTest
  @CsvSource({
    "full, 64",
    "qcpruner, 64",
    "divprune, 32",
    "fastv, 64",
    "visionzip, 64",
    "sparsevlm, 192",
    "random, 7"
  })
  void repliesFollowTheirSchema(String method, int budget) throws Exception {
    ObjectNode body = question();
    if (!method.equals("full")) {
      EmbeddedServer.pruned(body, method, budget);
    }
    body.withObject("pruning").put("explain", "full");
    JsonNode reply = answer(body);
    matches("ChatCompletion", reply);
    JsonNode pruning = reply.get("pruning");
    assertEquals(576, pruning.get("visual_tokens").asInt());
    assertEquals(method, pruning.get("method").asText());
    assertEquals(576, reply.at("/usage/prompt_tokens_details/image_tokens").asInt());
    if (!method.equals("full") && !method.equals("sparsevlm")) {
      assertEquals(budget, pruning.get("kept_tokens").asInt());
    }
    assertEquals(
        pruning.at("/explain/groups/0/kept").asInt(), pruning.at("/explain/kept_cells").size());
  }

  @Test
  void streamedEqualsWholeAndChunksFollowTheirSchema() throws Exception {
    ObjectNode body = EmbeddedServer.pruned(question(), "qcpruner", 64);
    JsonNode whole = answer(body);
    body.put("stream", true).putObject("stream_options").put("include_usage", true);
    HttpResponse<String> reply = server.post(body.toString());
    List<JsonNode> chunks = Sse.chunks(reply.body());
    for (JsonNode chunk : chunks) {
      matches("ChatChunk", chunk);
      assertEquals(chunks.get(0).get("id"), chunk.get("id"));
    }
    for (JsonNode chunk : chunks.subList(1, chunks.size() - 2)) {
      assertFalse(chunk.at("/choices/0/delta/content").asText().isEmpty(), chunk.toString());
    }
    assertEquals(text(whole), Sse.text(chunks));
    assertEquals(whole.at("/pruning/kept_tokens"), chunks.get(0).at("/pruning/kept_tokens"));
    assertEquals(whole.at("/pruning/anchors"), chunks.get(0).at("/pruning/anchors"));
    assertEquals(whole.get("usage"), chunks.get(chunks.size() - 1).get("usage"));
  }

  @Test
  void anchorsPointIntoTheQuestion() throws Exception {
    JsonNode reply = answer(EmbeddedServer.pruned(question(), "qcpruner", 64));
    JsonNode words = reply.at("/pruning/anchors/words");
    assertTrue(words.size() > 0);
    for (JsonNode word : words) {
      for (JsonNode range : word.get("ranges")) {
        String part = QUESTION.substring(range.get(0).asInt(), range.get(1).asInt());
        assertEquals(word.get("word").asText(), part.toLowerCase(java.util.Locale.ROOT));
      }
    }
  }

  @Test
  void aModelsOwnDefaultsAreNotToldAsValues() throws Exception {
    JsonNode methods = EmbeddedServer.json(server.get("/v1/pruning/methods")).get("data");
    JsonNode parameters = methods.get(1).get("settings");
    assertEquals("qcpruner", methods.get(1).get("name").asText());
    JsonNode rho = parameters.get(1);
    assertEquals("rho", rho.get("name").asText());
    assertEquals("number", rho.get("type").asText());
    assertFalse(rho.has("default"), rho.toString());
  }

  @Test
  void aHitChangesNothingButTheTime() throws Exception {
    ObjectNode body =
        EmbeddedServer.pruned(
            EmbeddedServer.question(Pictures.png(90, 60, 1), "What color is the star?"),
            "qcpruner",
            32);
    body.withObject("pruning").put("explain", "full");
    JsonNode miss = answer(body);
    JsonNode hit = answer(body);
    assertEquals("miss", miss.at("/timings/vision_cache").asText());
    assertEquals("hit", hit.at("/timings/vision_cache").asText());
    assertEquals(text(miss), text(hit));
    assertEquals(miss.get("pruning"), hit.get("pruning"));
    assertEquals(miss.get("usage"), hit.get("usage"));
    assertEquals(0, hit.at("/timings/media_ms").asDouble());
    assertTrue(Metrics.value(server, "qcpruner_vision_cache_hits_total") >= 1);
    assertTrue(Metrics.value(server, "qcpruner_vision_cache_queries_total") >= 2);
    assertTrue(Metrics.value(server, "qcpruner_vision_cache_bytes") > 0);
  }

  @Test
  void manyClientsGetWhatOneWouldGet() throws Exception {
    List<ObjectNode> bodies = new ArrayList<>();
    List<String> methods = List.of("qcpruner", "divprune", "fastv", "random");
    for (int i = 0; i < 20; i++) {
      ObjectNode body = EmbeddedServer.question(1 + i % 3, "What color is the star?");
      bodies.add(EmbeddedServer.pruned(body, methods.get(i % 4), 32 + 16 * (i % 3)));
    }
    List<JsonNode> alone = new ArrayList<>();
    for (ObjectNode body : bodies) {
      alone.add(answer(body));
    }
    List<CompletableFuture<HttpResponse<String>>> together = new ArrayList<>();
    for (ObjectNode body : bodies) {
      together.add(
          server
              .client()
              .sendAsync(
                  server.chat(body.toString()).build(), HttpResponse.BodyHandlers.ofString()));
    }
    for (int i = 0; i < bodies.size(); i++) {
      assertEquals(200, together.get(i).get().statusCode(), together.get(i).get().body());
      JsonNode reply = EmbeddedServer.json(together.get(i).get());
      assertEquals(text(alone.get(i)), text(reply), "request " + i);
      assertEquals(alone.get(i).get("usage"), reply.get("usage"));
      assertEquals(alone.get(i).at("/pruning/kept_tokens"), reply.at("/pruning/kept_tokens"));
    }
  }

  /** The context has 2048 rows, a picture 576 and the rest of the prompt a few dozen. */
  @Test
  void whatDoesNotFitTheContextIsToldWithWhatHelps() throws Exception {
    ObjectNode body = question();
    ArrayNode parts = (ArrayNode) body.at("/messages/0/content");
    parts.insert(0, parts.get(0).deepCopy()).insert(0, parts.get(0).deepCopy());
    JsonNode three = answer(body.put("max_tokens", 1000));
    assertEquals(3 * 576, three.at("/pruning/visual_tokens").asInt());
    parts.insert(0, parts.get(0).deepCopy());
    HttpResponse<String> four = server.post(body.toString());
    assertEquals(400, four.statusCode());
    JsonNode error = EmbeddedServer.json(four).get("error");
    assertEquals("context_length_exceeded", error.get("code").asText());
    assertTrue(error.get("message").asText().endsWith("or show fewer pictures."), four.body());
  }

  @Test
  void samplingRepeatsWithItsSeed() throws Exception {
    ObjectNode body = question().put("temperature", 2.0).put("max_tokens", 6);
    JsonNode drawn = answer(body);
    long seed = drawn.at("/timings/seed").asLong(-1);
    assertNotEquals(-1, seed);
    assertEquals(text(drawn), text(answer(body.put("seed", seed))));
    assertTrue(answer(question()).at("/timings/seed").isNull());
  }

  @Test
  void stopStringsAndLengthsEndAnAnswer() throws Exception {
    String full = text(answer(question()));
    assertTrue(full.length() > 1, full);
    JsonNode stopped = answer(question().put("stop", full.substring(1)));
    assertEquals(full.substring(0, 1), text(stopped));
    assertEquals("stop", stopped.at("/choices/0/finish_reason").asText());
    JsonNode cut =
        answer(EmbeddedServer.question(1, "Is there a ring in the picture?").put("max_tokens", 1));
    assertEquals(1, cut.at("/usage/completion_tokens").asInt());
  }

  @Test
  void listsFollowTheirSchema() throws Exception {
    matches("ModelList", EmbeddedServer.json(server.get("/v1/models")));
    matches("Model", EmbeddedServer.json(server.get("/v1/models/embedded")));
    JsonNode methods = EmbeddedServer.json(server.get("/v1/pruning/methods"));
    matches("MethodList", methods);
    matches("SampleList", EmbeddedServer.json(server.get("/samples")));
    JsonNode fastvid =
        StreamSupport.stream(methods.get("data").spliterator(), false)
            .filter(m -> m.get("name").asText().equals("fastvid"))
            .findFirst()
            .orElseThrow();
    assertFalse(fastvid.get("usable").asBoolean());
    assertFalse(fastvid.get("reason").asText().isEmpty());
    assertEquals(404, server.get("/v1/models/other").statusCode());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"method\":\"unknown\",\"budget\":64} | unsupported_method",
        "{\"method\":\"unknown\"} | unsupported_method",
        "{\"method\":\"QCPruner\",\"budget\":64} | unsupported_method",
        "{\"method\":\"qcpruner:rho=0.4@64\",\"budget\":64} | unsupported_method",
        "{\"method\":\"fastvid\",\"budget\":64} | unsupported_method",
        "{\"method\":\"qcpruner\"} | invalid_pruning",
        "{\"method\":\"qcpruner\",\"budget\":0} | invalid_pruning",
        "{\"method\":\"qcpruner\",\"budget\":-1} | invalid_pruning",
        "{\"method\":\"qcpruner\",\"budget\":2147483648} | invalid_pruning",
        "{\"method\":\"qcpruner\",\"budget\":9223372036854775808} | invalid_pruning",
        "{\"method\":\"qcpruner\",\"budget\":\"many\"} | invalid_pruning",
        "{\"method\":\"qcpruner\",\"budget\":64,\"lyaer\":5} | invalid_pruning",
        "{\"method\":\"qcpruner\",\"budget\":64,\"rho\":\"0.5,layer=3\"} | invalid_pruning",
        "{\"method\":\"qcpruner\",\"budget\":64,\"rho\":\"0.5=1\"} | invalid_pruning",
        "{\"method\":\"qcpruner\",\"budget\":64,\"rho\":\"\"} | invalid_pruning",
        "{\"method\":\"qcpruner\",\"budget\":64,\"layer\":-1} | invalid_pruning",
        "{\"method\":\"qcpruner\",\"budget\":64,\"layer\":1.5} | invalid_pruning",
        "{\"method\":\"qcpruner\",\"budget\":64,\"layer\":2147483648} | invalid_pruning",
        "{\"method\":\"qcpruner\",\"budget\":64,\"layer\":99} | invalid_pruning",
        "{\"method\":\"qcpruner\",\"budget\":64,\"rho\":2} | invalid_pruning",
        "{\"method\":\"random\",\"budget\":64,\"seed\":9223372036854775808} | invalid_pruning",
      })
  void mistakesInPruningAreNamed(String pruning, String code) throws Exception {
    ObjectNode body = question();
    body.set("pruning", new com.fasterxml.jackson.databind.ObjectMapper().readTree(pruning));
    HttpResponse<String> reply = server.post(body.toString());
    assertEquals(400, reply.statusCode(), reply.body());
    JsonNode error = EmbeddedServer.json(reply).get("error");
    assertEquals(code, error.get("code").asText(), reply.body());
    assertTrue(error.get("param").asText().startsWith("pruning"));
    matches("Error", EmbeddedServer.json(reply));
  }
}
