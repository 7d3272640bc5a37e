package io.qcpruner.server.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.model.generate.LogitRules;
import io.qcpruner.server.chat.ChatRequest;
import io.qcpruner.server.error.RequestException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every field of a chat request at its bounds and beyond them. */
final class ChatRequestParserTest {
  private final ChatRequestParser parser = new ChatRequestParser(Bodies.settings(1, false));

  private ChatRequest parse(String fields) throws RequestException {
    return parser.parse(Bodies.with(fields));
  }

  private void refused(String fields, String code, String param) {
    RequestException e = assertThrows(RequestException.class, () -> parse(fields), fields);
    assertEquals(code, e.code().wire(), fields);
    assertEquals(param, e.param(), fields);
  }

  @Test
  void defaults() throws RequestException {
    ChatRequest request = parse("");
    assertNull(request.system());
    assertEquals("What is it?", request.question());
    assertEquals(128, request.generation().maxNewTokens());
    assertTrue(request.generation().sampling().temperature() == 0);
    assertEquals(List.of(), request.generation().stopStrings());
    assertTrue(request.method().isFull());
    assertFalse(request.stream());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max_tokens | 0, -1, 1.5, \"8\", 9223372036854775808, true",
        "max_completion_tokens | 0, -1, 2.0, [], 1e3",
        "temperature | -0.1, 2.1, 1e400, \"1\", -1e400",
        "top_p | -0.1, 1.1, 1e400, {}",
        "seed | 9223372036854775808, 1.5, \"7\", -9223372036854775809",
        "repetition_penalty | 0, -1, 1e400, \"1\"",
        "stop | \"\", [\"a\",\"b\",\"c\",\"d\",\"e\"], [1], 7, {}, [\"\"]",
        "stream | 1, \"true\"",
      })
  void wrongValues(String field, String values) throws Exception {
    for (var value : Bodies.JSON.readTree("[" + values + "]")) {
      refused("\"" + field + "\":" + value, "invalid_value", field);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"max_tokens\":1",
        "\"max_tokens\":9223372036854775807",
        "\"temperature\":0",
        "\"temperature\":2",
        "\"top_p\":0",
        "\"top_p\":1",
        "\"seed\":-9223372036854775808",
        "\"seed\":9223372036854775807",
        "\"repetition_penalty\":0.1",
        "\"stop\":\"x\"",
        "\"stop\":[]",
        "\"stop\":[\"a\",\"b\",\"c\",\"d\"]",
        "\"stream\":true",
        "\"n\":1",
        "\"n\":8",
        "\"n\":null",
        "\"tools\":[]",
        "\"functions\":[]",
        "\"tool_choice\":\"auto\"",
        "\"tool_choice\":\"none\"",
        "\"response_format\":{\"type\":\"text\"}",
        "\"logprobs\":false",
        "\"top_logprobs\":0",
        "\"logit_bias\":{}",
        "\"frequency_penalty\":0.0",
        "\"presence_penalty\":0",
        "\"audio\":null",
        "\"modalities\":[\"text\"]",
        "\"store\":false",
        "\"user\":\"me\"",
        "\"metadata\":{}",
        "\"service_tier\":\"auto\"",
        "\"safety_identifier\":\"me\"",
        "\"prompt_cache_key\":\"me\"",
        "\"parallel_tool_calls\":true",
        "\"media_io_kwargs\":{\"video\":{}}",
        "\"stream\":true,\"stream_options\":{\"include_obfuscation\":false}",
        "\"stream_options\":null",
        "\"reasoning_effort\":\"none\"",
        "\"temperature\":null",
        "\"stop\":null",
        "\"pruning\":null",
        "\"model\":null"
      })
  void goodValues(String fields) throws RequestException {
    assertEquals(List.of(), parse(fields).ignored());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tools | [{\"type\":\"function\"}]",
        "functions | [{}]",
        "tool_choice | \"required\"",
        "audio | {}",
        "modalities | [\"audio\"]",
        "prediction | {}",
        "web_search_options | {}",
        "store | true",
        "reasoning_effort | \"high\""
      })
  void whatWouldChangeTheAnswerIsRefused(String field, String value) {
    refused("\"" + field + "\":" + value, "unsupported_parameter", field);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "frequency_penalty | 2.5 | frequency_penalty",
        "presence_penalty | true | presence_penalty",
        "logit_bias | [] | logit_bias",
        "logit_bias | {\"x\":1} | logit_bias",
        "logit_bias | {\"1\":101} | logit_bias.1",
        "logprobs | 1 | logprobs",
        "top_logprobs | 1 | top_logprobs",
        "top_logprobs | 21 | top_logprobs",
        "response_format | {} | response_format.type",
        "response_format | {\"type\":\"xml\"} | response_format.type",
        "response_format | {\"type\":\"json_schema\"} | response_format.json_schema",
        "response_format | {\"type\":\"json_schema\",\"json_schema\":{}} |"
            + " response_format.json_schema.schema",
        "response_format | {\"type\":\"json_schema\",\"json_schema\":{\"schema\":{\"not\":{}}}} |"
            + " response_format.json_schema.schema"
      })
  void rulesForTokensAreChecked(String field, String value, String param) {
    refused("\"" + field + "\":" + value, "invalid_value", param);
  }

  @Test
  void rulesForTokensReachTheModel() throws RequestException {
    LogitRules rules =
        parse(
                "\"frequency_penalty\":0.5,\"presence_penalty\":-1,\"logit_bias\":{\"7\":-100},"
                    + "\"logprobs\":true,\"top_logprobs\":3,"
                    + "\"response_format\":{\"type\":\"json_object\"}")
            .generation()
            .logits();
    assertEquals(0.5, rules.frequencyPenalty());
    assertEquals(-1, rules.presencePenalty());
    assertEquals(Map.of(7, -100.0), rules.bias());
    assertEquals(3, rules.logprobs());
    assertTrue(rules.grammar().isPresent());
  }

  @Test
  void limitsCutWithoutAnError() throws RequestException {
    assertEquals(1024, parse("\"max_tokens\":4096").generation().maxNewTokens());
    assertEquals(
        5, parse("\"max_tokens\":9,\"max_completion_tokens\":5").generation().maxNewTokens());
  }

  @Test
  void stopStringsHaveALength() throws RequestException {
    assertEquals(
        1, parse("\"stop\":\"" + "x".repeat(256) + "\"").generation().stopStrings().size());
    refused("\"stop\":\"" + "x".repeat(257) + "\"", "invalid_value", "stop");
  }

  @Test
  void aSeedIsDrawnWhereItMatters() throws RequestException {
    assertEquals(7, parse("\"temperature\":1,\"seed\":7").generation().sampling().seed());
    assertEquals(0, parse("\"seed\":7").generation().sampling().seed());
    assertEquals(0, parse("\"top_p\":0,\"temperature\":1").generation().sampling().temperature());
  }

  @Test
  void modelIsCheckedIfGiven() throws RequestException {
    parse("\"model\":\"embedded\"");
    parse("\"model\":\"gpt-4o\"");
    refused("\"model\":\"other\"", "model_not_found", "model");
    refused("\"model\":7", "invalid_value", "model");
  }

  @Test
  void unknownNamesAreListed() throws RequestException {
    assertEquals(
        List.of("chat_template", "top_k"),
        parse("\"chat_template\":\"{{x}}\",\"top_k\":5").ignored());
  }

  @Test
  void streamOptionsNeedAStream() throws RequestException {
    assertTrue(parse("\"stream\":true,\"stream_options\":{\"include_usage\":true}").includeUsage());
    assertFalse(parse("\"stream\":true,\"stream_options\":{}").includeUsage());
    refused("\"stream_options\":{\"include_usage\":true}", "invalid_value", "stream_options");
    refused("\"stream\":false,\"stream_options\":{}", "invalid_value", "stream_options");
    refused(
        "\"stream\":true,\"stream_options\":{\"include_usage\":1}",
        "invalid_value",
        "stream_options.include_usage");
  }

  @Test
  void framesOfAClip() throws RequestException {
    assertEquals(0, parse("\"temperature\":0").frames(), "as many as the model was made for");
    assertEquals(0, parse("\"media_io_kwargs\":{\"video\":{}}").frames());
    for (int good : new int[] {1, 8, 64}) {
      assertEquals(
          good, parse("\"media_io_kwargs\":{\"video\":{\"num_frames\":" + good + "}}").frames());
    }
    for (String bad : List.of("0", "65", "-1", "1.5", "2147483648")) {
      refused(
          "\"media_io_kwargs\":{\"video\":{\"num_frames\":" + bad + "}}",
          "invalid_value",
          "media_io_kwargs.video.num_frames");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "\"x\"",
        "{",
        "{}x",
        "{\"a\":1,\"a\":2}",
        "{\"a\":NaN}",
        "{'a':1}",
        "{\"a\":01}",
        "\uFEFF{}",
        "{\"a\":\"\u0001\"}"
      })
  void brokenJson(String body) {
    RequestException e =
        assertThrows(RequestException.class, () -> parser.parse(Bodies.bytes(body)), body);
    String code = e.code().wire();
    assertTrue(code.equals("invalid_json") || code.equals("missing_field"), code);
    assertFalse(e.getMessage().contains("fasterxml") || e.getMessage().contains("line:"));
  }

  @Test
  void depthHasALimit() throws RequestException {
    String deep = "[".repeat(31) + "]".repeat(31);
    assertEquals(List.of("x"), parse("\"x\":" + deep).ignored());
    String deeper = "[".repeat(32) + "]".repeat(32);
    refused("\"x\":" + deeper, "invalid_json", null);
  }

  @Test
  void numbersAndNamesHaveALength() throws RequestException {
    String name = "n".repeat(256);
    assertEquals(List.of(name), parse("\"" + name + "\":1").ignored());
    refused("\"n" + name + "\":1", "invalid_json", null);
    String number = "1".repeat(64);
    assertEquals(List.of("x"), parse("\"x\":" + number).ignored());
    refused("\"x\":1" + number, "invalid_json", null);
  }

  /** Jackson alone would end at 20 million characters. */
  @Test
  void aLargePictureIsOneString() throws RequestException {
    ProtocolSettings small = Bodies.settings(1, false);
    ProtocolSettings large = new ProtocolSettings(small.model(), RequestRules.DEFAULT);
    String picture = Base64.getEncoder().encodeToString(new byte[20 << 20]);
    byte[] body =
        Bodies.messages(
            "[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"?\"},"
                + "{\"type\":\"image_url\",\"image_url\":\"data:image/png;base64,"
                + picture
                + "\"}]}]");
    assertEquals(20 << 20, new ChatRequestParser(large).parse(body).media().get(0).bytes());
  }

  @Test
  void messagesSayWhatMayStandThere() {
    RequestException e =
        assertThrows(RequestException.class, () -> parse("\"repetition_penalty\":0"));
    assertEquals("repetition_penalty must be a number above 0.", e.getMessage());
  }

  @Test
  void invalidUtf8IsBrokenJson() {
    byte[] body = Bodies.with("\"user\":\"?\"");
    body[body.length - 3] = (byte) 0xFF;
    RequestException e = assertThrows(RequestException.class, () -> parser.parse(body));
    assertEquals("invalid_json", e.code().wire());
  }
}
