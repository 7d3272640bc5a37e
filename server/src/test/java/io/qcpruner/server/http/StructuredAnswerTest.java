package io.qcpruner.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.PocketModel;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Answers in a form, log probabilities, bias and penalties, from the embedded model. */
class StructuredAnswerTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static EmbeddedServer server;

  @BeforeAll
  static void start() throws IOException {
    server = new EmbeddedServer(new Settings().build());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static JsonNode choice(ObjectNode body) throws Exception {
    var response = server.post(body.toString());
    assertEquals(200, response.statusCode(), response.body());
    return EmbeddedServer.json(response).path("choices").get(0);
  }

  private static ObjectNode question() throws IOException {
    return EmbeddedServer.question(1, "What color is the star?").put("max_tokens", 120);
  }

  private static ObjectNode withSchema(String schema) throws IOException {
    ObjectNode body = question();
    ObjectNode format = body.putObject("response_format").put("type", "json_schema");
    format
        .putObject("json_schema")
        .put("name", "scene")
        .put("strict", true)
        .set("schema", JSON.readTree(schema.replace('\'', '"')));
    return body;
  }

  @Test
  void anAnswerFitsItsSchema() throws Exception {
    ObjectNode body =
        withSchema(
            "{'type':'object','properties':{'color':{'enum':['red','green','blue']},"
                + "'name':{'type':'string','maxLength':9},'count':{'type':'integer','minimum':0,"
                + "'maximum':12},'sure':{'type':'boolean'}},'required':['color','name','count','sure'],"
                + "'additionalProperties':false}");
    for (double temperature : new double[] {0, 1.5}) {
      JsonNode choice = choice(body.put("temperature", temperature).put("seed", 7));
      assertEquals("stop", choice.path("finish_reason").asText(), choice.toString());
      JsonNode answer = JSON.readTree(choice.path("message").path("content").asText());
      assertTrue(answer.path("color").asText().matches("red|green|blue"), answer.toString());
      assertTrue(answer.path("name").asText().length() <= 9, answer.toString());
      assertTrue(answer.path("count").isInt() && answer.path("count").asInt() <= 12);
      assertTrue(answer.path("sure").isBoolean(), answer.toString());
    }
  }

  @Test
  void aStreamFitsTooAndCarriesItsScores() throws Exception {
    ObjectNode body =
        withSchema("{'const':{'a':[1,null]}}").put("stream", true).put("logprobs", true);
    StringBuilder text = new StringBuilder();
    int scores = 0;
    for (String line : server.post(body.toString()).body().lines().toList()) {
      if (line.startsWith("data: {")) {
        JsonNode choice = JSON.readTree(line.substring(6)).path("choices").path(0);
        text.append(choice.path("delta").path("content").asText(""));
        scores += choice.path("logprobs").path("content").size();
      }
    }
    assertEquals("{\"a\":[1,null]}", text.toString());
    assertTrue(scores > 2, text.toString());
  }

  @Test
  void jsonObjectsAreObjects() throws Exception {
    ObjectNode body = question();
    body.putObject("response_format").put("type", "json_object");
    assertTrue(choice(body).path("message").path("content").asText().startsWith("{"));
  }

  @Test
  void logProbabilitiesAddUpAndAreInOrder() throws Exception {
    ObjectNode body = question().put("logprobs", true).put("top_logprobs", 20);
    JsonNode choice = choice(body);
    JsonNode content = choice.path("logprobs").path("content");
    StringBuilder text = new StringBuilder();
    for (JsonNode token : content) {
      text.append(token.path("token").asText());
      double sum = 0;
      double before = 0;
      for (JsonNode other : token.path("top_logprobs")) {
        double logprob = other.path("logprob").asDouble();
        assertTrue(logprob <= before, token.toString());
        before = logprob;
        sum += Math.exp(logprob);
      }
      assertTrue(sum > 0.9 && sum < 1.0001, "sum " + sum);
      assertEquals(token.path("logprob"), token.path("top_logprobs").get(0).path("logprob"));
    }
    assertEquals(choice.path("message").path("content").asText(), text.toString().strip());
    assertTrue(choice(question()).path("logprobs").isNull());
  }

  /** Each answer is that of a request of its own with the seed that follows. */
  @Test
  void severalAnswersAreThoseOfSingleRequests() throws Exception {
    ObjectNode body = warm(40).put("n", 4);
    var response = server.post(body.toString());
    assertEquals(200, response.statusCode(), response.body());
    JsonNode whole = EmbeddedServer.json(response);
    assertEquals(4, whole.path("choices").size());
    int tokens = 0;
    Set<String> texts = new HashSet<>();
    for (int i = 0; i < 4; i++) {
      JsonNode choice = whole.path("choices").get(i);
      var alone = EmbeddedServer.json(server.post(warm(40 + i).toString()));
      JsonNode single = ((ObjectNode) alone.path("choices").get(0)).put("index", i);
      assertEquals(single, choice);
      tokens += alone.path("usage").path("completion_tokens").asInt();
      texts.add(choice.path("message").path("content").asText());
    }
    assertEquals(tokens, whole.path("usage").path("completion_tokens").asInt());
    assertTrue(texts.size() > 1, "hot answers differ: " + texts);
  }

  @Test
  void severalAnswersStreamWithTheirChances() throws Exception {
    JsonNode whole = EmbeddedServer.json(server.post(warm(5).put("n", 3).toString()));
    List<JsonNode> chunks =
        Sse.chunks(server.post(warm(5).put("n", 3).put("stream", true).toString()).body());
    for (int i = 0; i < 3; i++) {
      StringBuilder text = new StringBuilder();
      ArrayNode chances = JSON.createArrayNode();
      String finish = "";
      int withText = 0;
      for (JsonNode chunk : chunks) {
        JsonNode choice = chunk.path("choices").path(0);
        if (choice.path("index").asInt() == i) {
          String piece = choice.path("delta").path("content").asText("");
          text.append(piece);
          withText += piece.isEmpty() || choice.path("logprobs").isNull() ? 0 : 1;
          choice.path("logprobs").path("content").forEach(chances::add);
          finish += choice.path("finish_reason").asText("").replace("null", "");
        }
      }
      JsonNode expected = whole.path("choices").get(i);
      assertEquals(expected.path("message").path("content").asText(), text.toString());
      assertEquals(expected.path("logprobs").path("content"), chances);
      assertEquals(expected.path("finish_reason").asText(), finish);
      assertTrue(withText > 0, "chances come with the pieces");
    }
  }

  @Test
  void numbersOfAnswersAreBounded() throws Exception {
    for (String n : List.of("0", "9", "1.5", "\"2\"", "-1")) {
      ObjectNode body = question();
      body.set("n", JSON.readTree(n));
      var response = server.post(body.toString());
      assertEquals(400, response.statusCode(), n);
      assertEquals("n", EmbeddedServer.json(response).path("error").path("param").asText());
    }
  }

  private static ObjectNode warm(long seed) throws IOException {
    return withSchema("{'type':'string','minLength':3,'maxLength':9}")
        .put("max_tokens", 12)
        .put("temperature", 2)
        .put("seed", seed)
        .put("logprobs", true)
        .put("top_logprobs", 2);
  }

  @Test
  void aBiasForbidsAToken() throws Exception {
    String said = choice(question()).path("message").path("content").asText();
    ObjectNode body = question();
    ObjectNode bias = body.putObject("logit_bias");
    try (VisionLanguageModel model = PocketModel.open()) {
      for (String spelling : new String[] {said, " " + said}) {
        for (int id : model.tokenizer().encode(spelling).ids()) {
          bias.put(Integer.toString(id), -100);
        }
      }
    }
    assertFalse(said.equals(choice(body).path("message").path("content").asText()), said);
  }

  @Test
  void whatCanNotBeKeptIsRefusedInWords() throws Exception {
    ObjectNode body = withSchema("{'type':'string','pattern':'a+'}");
    var response = server.post(body.toString());
    assertEquals(400, response.statusCode());
    String message = EmbeddedServer.json(response).path("error").path("message").asText();
    assertTrue(message.contains("has pattern, which is not supported"), message);
    body = question();
    body.putArray("tools").addObject().put("type", "function");
    response = server.post(body.toString());
    assertEquals(400, response.statusCode());
    message = EmbeddedServer.json(response).path("error").path("message").asText();
    assertTrue(message.contains("response_format"), message);
  }
}
