package io.qcpruner.server.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.MatchMode;
import io.qcpruner.core.anchor.MatchScope;
import io.qcpruner.core.method.AnchorOptions;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.server.chat.ExplainLevel;
import io.qcpruner.server.error.RequestException;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pruning object: what overrides the server's defaults, and what is refused. */
final class PruningParserTest {
  private static final MethodSpec DEFAULTS = MethodSpec.parse("qcpruner:layer=5,rho=0.0@64");

  private static PruningParser all(String pruning) throws RequestException, IOException {
    return PruningParser.of(
        JsonFields.root(Bodies.object("{\"pruning\":" + pruning + "}")), DEFAULTS);
  }

  private static MethodSpec parse(String pruning) throws RequestException, IOException {
    return all(pruning).method();
  }

  @Test
  void absentMeansTheServersDefaults() throws Exception {
    assertSame(DEFAULTS, parse("null"));
    assertTrue(parse("{\"method\":\"full\"}").isFull());
  }

  @Test
  void settingsOfTheSameMethodAreKept() throws Exception {
    assertEquals("qcpruner:layer=5,rho=0.5@32", parse("{\"budget\":32,\"rho\":0.5}").toString());
    assertEquals("fastv@64", parse("{\"method\":\"fastv\"}").toString());
    assertEquals(
        "sparsevlm:single-stage=true@64",
        parse("{\"method\":\"sparsevlm\",\"single_stage\":true}").toString());
  }

  /** All that the list of methods advertises for anchors. */
  @Test
  void anchorsAreSettingsOfTheMethod() throws Exception {
    MethodSpec spec =
        parse(
            "{\"keywords\":1,\"suffix\":\"strip\",\"match\":\"cased\",\"scope\":\"prompt\","
                + "\"language\":\"auto\",\"text\":\"full-prompt\"}");
    AnchorSettings anchors = AnchorOptions.of(spec.settings());
    assertEquals(1, anchors.keywords());
    assertTrue(anchors.stripTaskPhrases());
    assertEquals(MatchMode.CASED, anchors.mode());
    assertEquals(MatchScope.PROMPT, anchors.scope());
    assertTrue(anchors.language().detect());
    assertTrue(anchors.fullPrompt());
  }

  @Test
  void anUnknownMethodIsToldTheNearestName() {
    RequestException e =
        assertThrows(RequestException.class, () -> parse("{\"method\":\"qcprunr\"}"));
    assertEquals("unsupported_method", e.code().wire());
    assertTrue(e.getMessage().contains("did you mean qcpruner?"), e.getMessage());
    assertTrue(e.getMessage().contains("full is the unpruned model"), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "64 | 64",
        "0.25 | 0.25",
        "\"25%\" | 0.25",
        "\"32/frame\" | 32/frame",
        "\"auto:0.9\" | auto:0.9",
        "1e-3 | 0.001",
        "\"4/tile\" | 4/frame"
      })
  void budgets(String json, String text) throws Exception {
    assertEquals(text, parse("{\"budget\":" + json + "}").budgetText());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7",
        "[]",
        "{\"method\":7}",
        "{\"budget\":1.5}",
        "{\"budget\":true}",
        "{\"budget\":[]}",
        "{\"layer\":{}}",
        "{\"layer\":[1]}",
        "{\"rho\":\"0.5,layer=3\"}",
        "{\"BAD NAME\":1}",
        "{\"explain\":\"much\"}",
        "{\"explain\":1}",
        "{\"budget\":-1}",
        "{\"budget\":0}",
        "{\"budget\":2147483648}",
        "{\"budget\":\"64/cell\"}",
        "{\"anchors\":{\"keywords\":6}}",
        "{\"keywords\":0}",
        "{\"keywords\":33}",
        "{\"keywords\":1.5}",
        "{\"keywords\":9223372036854775808}",
        "{\"language\":\"xx\"}",
        "{\"unknown\":1}",
        "{\"method\":\"full\",\"layer\":5}"
      })
  void refused(String pruning) {
    RequestException e = assertThrows(RequestException.class, () -> parse(pruning), pruning);
    assertEquals("invalid_pruning", e.code().wire(), pruning);
    assertTrue(e.param().startsWith("pruning"), e.param());
  }

  @Test
  void nullMeansAbsent() throws Exception {
    PruningParser parsed =
        all("{\"method\":null,\"budget\":null,\"explain\":null,\"rho\":null,\"keywords\":null}");
    assertEquals(DEFAULTS, parsed.method());
    assertEquals(ExplainLevel.NONE, parsed.explain());
    assertEquals(ExplainLevel.FULL, all("{\"explain\":\"full\"}").explain());
  }

  @Test
  void valuesHaveALength() {
    refused("{\"ties\":\"" + "x".repeat(65) + "\"}");
  }
}
