package io.qcpruner.cli.anchor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.cli.Main;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AnchorsCommandTest {

  private static final String SUFFIXED =
      "What color is the bus?\nAnswer the question using a single word or phrase.";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine line =
      Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

  @TempDir private Path folder;

  private JsonNode json(String... args) throws IOException {
    assertEquals(0, line.execute(args), err::toString);
    return new ObjectMapper().readTree(out.toString());
  }

  @Test
  void printsKeywordsWithScores() {
    assertEquals(0, line.execute("anchors", "What color is the bus?"));
    assertTrue(out.toString().contains("0.6723  bus"), out::toString);
    assertTrue(out.toString().contains("static-minilm (embedded), 29525 x 256"), out::toString);
    assertFalse(out.toString().contains("note:"), out::toString);
  }

  @Test
  void saysWhenAnInstructionCrowdsOutTheQuestion() {
    assertEquals(0, line.execute("anchors", SUFFIXED));
    assertTrue(
        out.toString()
            .contains(
                "note: 5 of 6 keywords come from an answer-format instruction"
                    + " (question, phrase, answer, using, word)"),
        out::toString);
  }

  @Test
  void stripsTheInstruction() throws IOException {
    JsonNode report = json("anchors", "--strip-task-suffix", "--json", SUFFIXED);
    assertEquals(2, report.get("keywords").size());
    assertEquals("color", report.at("/keywords/1/word").asText());
    assertEquals(0.5063, report.at("/keywords/1/score").asDouble(), 2e-4);
    assertTrue(report.at("/settings/strip_task_suffix").asBoolean());
    assertEquals(64, report.at("/vectors/sha256").asText().length());
  }

  @Test
  void givesPositionsWithACheckpoint() throws IOException {
    TinyFolder.write(TinyModel.LLAVA, folder);
    JsonNode report = json("anchors", "--model", folder.toString(), "--json", "A red Bus");
    assertEquals("KEYWORDS", report.get("origin").asText());
    // the tokenizer beside it has one token per byte: "red" and "Bus" are three each
    assertEquals(6, report.get("positions").size());
    assertEquals("Bus", report.at("/spans/1/surface").asText());
  }

  @Test
  void fullPromptNeedsNoKeywords() throws IOException {
    TinyFolder.write(TinyModel.LLAVA, folder);
    JsonNode report =
        json("anchors", "--model", folder.toString(), "--full-prompt", "--json", "A red bus");
    assertEquals("FULL_PROMPT", report.get("origin").asText());
    assertEquals(0, report.get("keywords").size());
    assertTrue(report.get("positions").size() > 9);
  }

  @Test
  void languageOption() throws IOException {
    JsonNode report = json("anchors", "--anchor-language", "auto", "--json", "公交车是什么颜色？");
    assertEquals("zh", report.at("/settings/words_of").asText());
    assertEquals("auto", report.at("/settings/language").asText());
  }

  @Test
  void wrongUsageIsExitCodeTwo() {
    assertEquals(2, line.execute("anchors", "--keywords", "0", "bus"));
    assertTrue(err.toString().contains("not 0"), err::toString);
    assertEquals(2, line.execute("anchors", "--anchor-language", "xx", "bus"));
    assertEquals(2, line.execute("anchors"));
  }

  @Test
  void missingFoldersAreOneLine() {
    assertEquals(1, line.execute("anchors", "--keyword-model", folder.toString(), "bus"));
    assertEquals(1, err.toString().strip().lines().count(), err::toString);
  }
}
