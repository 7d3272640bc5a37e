package io.qcpruner.cli.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Words of the scene among keywords. */
class BenchRecallCommandTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... args) {
    return new CommandLine(new BenchRecallCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(args);
  }

  private List<String> row(String name) {
    return out.toString()
        .lines()
        .filter(l -> l.startsWith("| " + name + " |"))
        .flatMap(l -> Arrays.stream(l.split("\\|")).map(String::strip).skip(2))
        .toList();
  }

  /** Long prompts lose their words, one sentence brings them back, languages need their own. */
  @Test
  void whatIsMissedIsCounted() {
    assertEquals(
        0,
        run(
            "--limit=20",
            "--anchors=keywords=6",
            "--anchors=scope=question",
            "--anchors=keywords=32",
            "--anchors=language=auto"),
        err::toString);
    List<String> header = row("Anchors");
    int verbose = header.indexOf("verbose");
    assertTrue(verbose > 0, header.toString());
    double paper = Double.parseDouble(row("keywords=6").get(verbose));
    double question = Double.parseDouble(row("scope=question").get(verbose));
    assertTrue(paper < question, paper + " against " + question);
    // with room for every word only stop words are missing
    assertTrue(Double.parseDouble(row("keywords=32").get(header.indexOf("color"))) > 99);
    // lettered options belong to the question, format instructions don't
    int choice = header.indexOf("choice");
    assertTrue(Double.parseDouble(row("scope=question").get(choice)) > 60, out.toString());
    int chinese = header.indexOf("zh");
    assertEquals(0.0, Double.parseDouble(row("keywords=6").get(chinese)));
    assertTrue(Double.parseDouble(row("language=auto").get(chinese)) > 50);
  }

  @Test
  void promptsAreListedWithWhatTheyMiss() {
    assertEquals(0, run("--limit=1", "--anchors=keywords=1", "--prompts"), err::toString);
    assertTrue(out.toString().contains("de: Welche Farbe hat der Stern?"), out.toString());
    assertTrue(out.toString().contains("; missed "), out.toString());
    assertFalse(out.toString().contains("*"), out.toString());
  }

  @Test
  void wrongSettingsAreWrongUsage() {
    assertEquals(2, run("--anchors=rho=0.5"));
    assertTrue(err.toString().contains("no setting rho; there are [keywords, language"), "rho");
    assertEquals(2, run("--anchors=keywords=0"));
    assertEquals(2, run("--limit=0"));
  }

  @Test
  void marksAreTheWords() throws IOException {
    RecallPrompt prompt = RecallPrompt.marked("de", "Ist das *Herz* *links*?");
    assertEquals("Ist das Herz links?", prompt.text());
    assertEquals(Set.of("herz", "links"), prompt.words());
    assertEquals(List.of("links"), prompt.missed(List.of("das", "herz")));
    List<RecallPrompt> others = RecallPrompts.otherLanguages();
    assertEquals(8 * 2 * 6, others.size());
  }

  /** Of a long prompt only the sentence that asks counts. */
  @Test
  void framesHaveNoWordsOfTheScene() {
    for (RecallPrompt prompt : RecallPrompts.drawn(60)) {
      if (prompt.group().equals("verbose")) {
        assertFalse(prompt.words().contains("small") && prompt.text().contains("large"));
        assertTrue(prompt.words().size() <= 4, prompt.text());
      }
    }
  }
}
