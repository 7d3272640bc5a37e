package io.qcpruner.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.server.sample.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The page in a real browser, on the embedded model. */
@Timeout(180)
final class PageTest {
  private static OpenPage page;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    page = new OpenPage();
    browser = page.browser();
  }

  @AfterAll
  static void stop() {
    if (page != null) {
      page.close();
    }
  }

  @Test
  void fourMethodsOnTheFirstSample() throws Exception {
    browser.requests();
    browser.consoleErrors(); // of tests before
    page.open("");
    assertEquals(4L, browser.script("return document.querySelectorAll('.column').length"));
    for (int column = 1; column <= 4; column++) {
      String answer =
          (String)
              browser.script(
                  "return document.querySelectorAll('.column .answer')[arguments[0] - 1].textContent",
                  column);
      assertTrue(answer.length() > 0, "column " + column);
    }
    browser.until("document.getElementById('play').textContent === 'Play'");
    browser.screenshot(Path.of("target/screenshots/light-1280.png"));
    assertEquals(List.of(), browser.consoleErrors());
    for (String url : browser.requests()) {
      assertTrue(
          url.startsWith(page.server().origin())
              || url.startsWith("data:")
              || url.startsWith("about:"),
          url);
    }
  }

  /** Answers are compared with the first column's, bars with the longest. */
  @Test
  void columnsAreCompared() throws Exception {
    page.open("#q=Read+the+yellow+digit.&s=1&l=none,qcpruner@64,fastv@64");
    List<?> answers = page.texts(".answer");
    List<?> marks = page.texts(".agreement");
    for (int column = 0; column < 3; column++) {
      boolean same = answers.get(column).equals(answers.get(0));
      assertEquals(same ? "" : "differs from column 1", marks.get(column));
    }
    assertEquals(List.of("576 of 576 tokens", "64 of 576 tokens", "64 of 576 tokens"), tokens());
    List<?> widths =
        (List<?>)
            browser.script(
                "return [...document.querySelectorAll('.column .bar')].map(b =>"
                    + " [...b.children].reduce((sum, i) => sum + parseFloat(i.style.width), 0))");
    double longest = 0;
    for (Object width : widths) {
      double value = ((Number) width).doubleValue();
      assertTrue(value > 0 && value < 100.5, widths.toString());
      longest = Math.max(longest, value);
    }
    assertEquals(100, longest, 0.5);
    List<?> times = page.texts(".times");
    // one run says nothing of speed; five in turns do
    assertTrue(times.stream().noneMatch(t -> t.toString().contains("the speed of")), times + "");
    browser.script("document.getElementById('measure').click()");
    browser.until("document.body.dataset.state === 'running'");
    browser.until("document.body.dataset.state === 'done'");
    times = page.texts(".times");
    assertFalse(times.get(0).toString().contains("the speed of"), times.toString());
    assertTrue(times.get(1).toString().contains("x the speed of the full model"), times + "");
    assertTrue(times.get(1).toString().contains("median of 5 runs"), times.toString());
  }

  private static List<?> tokens() {
    return page.texts(".tokens span");
  }

  /** One column's mistake is its own, and nothing of its earlier answer stays. */
  @Test
  void anErrorIsShownInItsColumn() throws Exception {
    page.open(OpenPage.ASKED + "none,qcpruner@64");
    browser.script(
        "const i = document.querySelectorAll('.column')[1].querySelector('.parameters input');"
            + " i.value = '<i>five</i>'; i.dispatchEvent(new Event('input'));"
            + " document.getElementById('run').click()");
    browser.until("document.body.dataset.state === 'done'");
    List<?> states = page.texts(".state");
    assertEquals("", states.get(0));
    assertTrue(states.get(1).toString().startsWith("Error: "), states.toString());
    assertTrue(states.get(1).toString().contains("pruning.layer must be"), states.toString());
    assertEquals(0L, browser.script("return document.querySelectorAll('.state *').length"));
    assertFalse(page.texts(".answer").get(0).toString().isEmpty());
    assertEquals("", page.texts(".answer").get(1));
    assertEquals("", tokens().get(1));
    assertEquals("", page.texts(".times").get(1));
  }

  @Test
  void pureFunctions() throws Exception {
    browser.driver().get(page.server().origin() + "/ui/pure-test.html");
    browser.until("document.getElementById('result').textContent !== 'running'");
    String result = (String) browser.script("return document.getElementById('result').textContent");
    assertTrue(result.startsWith("ok "), result);
  }

  @Test
  void theCopiedCallGivesTheSameAnswer(@TempDir Path folder) throws Exception {
    page.open(OpenPage.ASKED + "qcpruner@64");
    String call =
        (String)
            browser.script(
                "const b = document.querySelector('.copy button[data-form=curl]'); b.click();"
                    + " return b.dataset.copied");
    assertTrue(call.contains("$KEY"), call);
    Files.write(folder.resolve("picture.png"), new Samples().png(1));
    Process shell =
        new ProcessBuilder("bash", "-c", call)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    JsonNode reply = new ObjectMapper().readTree(shell.getInputStream().readAllBytes());
    assertEquals(
        browser.script("return document.querySelector('.column .answer').textContent"),
        reply.at("/choices/0/message/content").asText());
    assertEquals(64, reply.at("/pruning/kept_tokens").asInt());
  }

  @Test
  void everythingByKeyboard() throws Exception {
    page.open(OpenPage.ASKED + "none,qcpruner@64");
    browser.script("document.activeElement.blur(); window.focus()");
    Set<String> reached = new TreeSet<>();
    for (int i = 0; i < 40; i++) {
      browser.press(Keys.TAB);
      reached.add(
          (String)
              browser.script(
                  "return document.activeElement.id || document.activeElement.className"));
    }
    assertTrue(
        reached.containsAll(
            Set.of("theme", "help", "model", "file", "question", "run", "view", "order", "play")),
        reached.toString());
    browser.script("document.getElementById('question').focus()");
    browser.press(Keys.chord(Keys.CONTROL, "a"));
    browser.press("Is there a ring in the picture?");
    assertEquals("done", browser.script("return document.body.dataset.state"));
    browser.press(Keys.ENTER);
    browser.until("document.body.dataset.state === 'done'");
    String hash = (String) browser.script("return decodeURIComponent(location.hash)");
    assertTrue(hash.contains("Is+there+a+ring"), hash);
    browser.script("document.activeElement.blur()");
    browser.press("2");
    assertEquals(
        "Column 2", browser.script("return document.activeElement.getAttribute('aria-label')"));
    String view = "document.getElementById('view').value";
    assertEquals("kept", browser.script("return " + view));
    browser.press("h");
    assertEquals("gain", browser.script("return " + view));
    browser.press("?");
    browser.until("document.getElementById('help-dialog').open");
    browser.press(Keys.ESCAPE);
    browser.until("!document.getElementById('help-dialog').open");
    page.view("kept");
  }

  private static Object suggested(String question) {
    return browser.script(
        "return [...document.querySelectorAll('#suggestions button')].map(b => b.textContent)"
            + ".find(t => t === arguments[0])",
        question);
  }

  /** Whatever a sample suggests, the questions of this visit can be asked again. */
  @Test
  void questionsOfThisVisitAreOfferedAgain() throws Exception {
    page.open(OpenPage.ASKED + "full");
    List<String> own = List.of("Where is the elephant?", "Is it night?", "Who is there?");
    for (String question : own) {
      assertNull(suggested(question));
      enter(question, false);
      browser.until("document.body.dataset.state === 'done'");
    }
    own.forEach(question -> assertEquals(question, suggested(question)));
  }

  /** Enter chooses a character where people write with more of them than a keyboard has. */
  @Test
  void enterWithinACharacterAsksNothing() throws Exception {
    page.open(OpenPage.ASKED + "full");
    enter("Where is the lion?", true);
    assertEquals("done", browser.script("return document.body.dataset.state"));
    assertNull(suggested("Where is the lion?"));
  }

  private static void enter(String question, boolean composing) {
    browser.script(
        "const q = document.getElementById('question'); q.value = arguments[0];"
            + " q.dispatchEvent(new KeyboardEvent('keydown',"
            + " {key: 'Enter', bubbles: true, isComposing: arguments[1]}))",
        question,
        composing);
  }

  @Test
  void narrowDarkAndStill() throws Exception {
    try (Browser small = new Browser(500, 2600, true)) {
      small.narrow(360, 2600);
      small.prefer("prefers-color-scheme", "dark", "prefers-reduced-motion", "reduce");
      page.open(small, "");
      // nothing moves by itself: all picks are there at once
      assertEquals("1000", small.script("return document.getElementById('order').value"));
      assertEquals("Play", small.script("return document.getElementById('play').textContent"));
      small.screenshot(Path.of("target/screenshots/dark-360.png"));
      assertEquals("dark", small.script("return document.documentElement.dataset.theme"));
      Long wide = (Long) small.script("return document.documentElement.scrollWidth");
      assertTrue(wide <= 360, wide + " pixels wide");
      // one column at a time, chosen by its tab
      assertEquals(List.of(0L), shown(small));
      small.script("document.querySelectorAll('#column-tabs button')[2].click()");
      assertEquals(List.of(2L), shown(small));
      Long tall = (Long) small.script("return document.body.offsetHeight");
      assertTrue(tall <= 1700, tall + " pixels tall");
      assertEquals(List.of(), Accessibility.problems(small));
    }
  }

  private static Object shown(Browser in) {
    return in.script(
        "return [...document.querySelectorAll('.column')].map((c, i) => c.offsetHeight ? i : -1)"
            + ".filter(i => i >= 0)");
  }

  @Test
  void labelsContrastAndSizes() throws Exception {
    page.open("");
    page.scrub(1000);
    assertEquals(List.of(), Accessibility.problems(browser));
    browser.script("document.getElementById('theme').click()");
    assertEquals(List.of(), Accessibility.problems(browser));
    browser.screenshot(Path.of("target/screenshots/dark-1280.png"));
    page.open("");
    assertEquals("dark", browser.script("return document.documentElement.dataset.theme"));
    browser.script("localStorage.clear()");
  }
}
