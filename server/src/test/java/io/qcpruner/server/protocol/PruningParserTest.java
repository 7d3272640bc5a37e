package io.qcpruner.server.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.server.chat.ExplainLevel;
import io.qcpruner.server.chat.PruningChoice;
import io.qcpruner.server.error.RequestException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pruning object: what overrides the server's defaults, and what is refused. */
final class PruningParserTest {
  private static final PruningChoice DEFAULTS =
      new PruningChoice(
          "qcpruner",
          "64",
          List.of("layer=5", "rho=0"),
          AnchorSettings.ofPaper(),
          ExplainLevel.NONE);

  private static PruningChoice parse(String pruning) throws RequestException, IOException {
    return new PruningParser(DEFAULTS)
        .parse(JsonFields.root(Bodies.object("{\"pruning\":" + pruning + "}")));
  }

  @Test
  void absentMeansTheServersDefaults() throws Exception {
    assertSame(DEFAULTS, parse("null"));
    assertTrue(parse("{\"method\":\"none\"}").isOff());
    assertTrue(parse("{\"method\":\"full\"}").isOff());
  }

  @Test
  void settingsOfTheSameMethodAreKept() throws Exception {
    PruningChoice choice = parse("{\"budget\":32,\"rho\":0.5}");
    assertEquals("32", choice.budget());
    assertEquals(List.of("rho=0.5", "layer=5"), choice.settings());
    assertEquals(List.of(), parse("{\"method\":\"fastv\"}").settings());
    assertEquals(
        List.of("single-stage=true"),
        parse("{\"method\":\"sparsevlm\",\"single_stage\":true}").settings());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "64 | 64",
        "0.25 | 0.25",
        "\"25%\" | 25%",
        "\"32/frame\" | 32/frame",
        "\"auto:0.9\" | auto:0.9",
        "1e-3 | 0.001",
        "-1 | -1",
        "2147483648 | 2147483648"
      })
  void budgets(String json, String text) throws Exception {
    assertEquals(text, parse("{\"budget\":" + json + "}").budget());
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
        "{\"anchors\":7}",
        "{\"anchors\":{\"keywords\":0}}",
        "{\"anchors\":{\"keywords\":33}}",
        "{\"anchors\":{\"keywords\":1.5}}",
        "{\"anchors\":{\"keywords\":-1}}",
        "{\"anchors\":{\"keywords\":2147483648}}",
        "{\"anchors\":{\"keywords\":9223372036854775808}}",
        "{\"anchors\":{\"unknown\":1}}",
        "{\"anchors\":{\"language\":\"xx\"}}",
        "{\"method\":\"none\",\"layer\":5}"
      })
  void refused(String pruning) {
    RequestException e = assertThrows(RequestException.class, () -> parse(pruning), pruning);
    assertEquals("invalid_pruning", e.code().wire(), pruning);
    assertTrue(e.param().startsWith("pruning"), e.param());
  }

  @Test
  void nullMeansAbsent() throws Exception {
    PruningChoice choice =
        parse("{\"method\":null,\"budget\":null,\"anchors\":null,\"explain\":null,\"rho\":null}");
    assertEquals(DEFAULTS, choice);
    assertEquals(
        DEFAULTS.anchors(), parse("{\"anchors\":{\"keywords\":null,\"language\":null}}").anchors());
  }

  @Test
  void valuesHaveALength() throws Exception {
    String longest = "x".repeat(64);
    assertTrue(parse("{\"ties\":\"" + longest + "\"}").settings().contains("ties=" + longest));
    refused("{\"ties\":\"x" + longest + "\"}");
  }

  @Test
  void anchorsAndExplain() throws Exception {
    assertEquals(1, parse("{\"anchors\":{\"keywords\":1}}").anchors().keywords());
    PruningChoice choice =
        parse(
            "{\"anchors\":{\"keywords\":32,\"strip_task_suffix\":true,\"language\":\"auto\","
                + "\"full_prompt\":true},\"explain\":\"full\"}");
    assertEquals(32, choice.anchors().keywords());
    assertTrue(choice.anchors().stripTaskPhrases());
    assertTrue(choice.anchors().language().detect());
    assertTrue(choice.anchors().fullPrompt());
    assertEquals(ExplainLevel.FULL, choice.explain());
  }
}
