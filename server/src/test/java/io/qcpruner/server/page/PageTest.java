package io.qcpruner.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.http.EmbeddedServer;
import io.qcpruner.server.http.ServerSettings;
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
  private static EmbeddedServer server;
  private static Browser browser;

  @BeforeAll
  static void start() throws Exception {
    browser = new Browser(1280, 1400, false);
    server = new EmbeddedServer(ServerSettings.local());
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
    if (server != null) {
      server.close();
    }
  }

  private static void open(Browser in, String hash) throws InterruptedException {
    in.driver().get("about:blank");
    in.driver().get(server.origin() + "/" + hash);
    in.until("document.body.dataset.state === 'done'");
  }

  @Test
  void fourMethodsOnTheFirstSample() throws Exception {
    browser.requests();
    open(browser, "");
    assertEquals(4L, browser.script("return document.querySelectorAll('.lane').length"));
    for (int lane = 1; lane <= 4; lane++) {
      String answer =
          (String)
              browser.script(
                  "return document.querySelectorAll('.lane .answer')[arguments[0] - 1].textContent",
                  lane);
      assertTrue(answer.length() > 0, "lane " + lane);
    }
    Thread.sleep(2000);
    browser.screenshot(Path.of("target/screenshots/light-1280.png"));
    assertEquals(List.of(), browser.consoleErrors());
    for (String url : browser.requests()) {
      assertTrue(
          url.startsWith(server.origin()) || url.startsWith("data:") || url.startsWith("about:"),
          url);
    }
  }

  @Test
  void pureFunctions() throws Exception {
    browser.driver().get(server.origin() + "/ui/pure-test.html");
    browser.until("document.getElementById('result').textContent !== 'running'");
    String result = (String) browser.script("return document.getElementById('result').textContent");
    assertTrue(result.startsWith("ok "), result);
  }

  private static JsonNode reply(String question, String method, int budget) throws Exception {
    ObjectNode body = EmbeddedServer.question(1, question).put("max_tokens", 64);
    body.putObject("pruning").put("method", method).put("budget", budget).put("explain", "full");
    return EmbeddedServer.json(server.post(body.toString()));
  }

  /** Colours at the middle of each of 24 x 24 cells of a lane's overlay and of the picture. */
  @SuppressWarnings("unchecked")
  private static List<List<Long>> cells(int lane) {
    return (List<List<Long>>)
        browser.script(
            """
            const overlay = document.querySelectorAll('canvas.overlay')[arguments[0]];
            const plain = document.createElement('canvas');
            plain.width = overlay.width; plain.height = overlay.height;
            const pen = plain.getContext('2d');
            pen.drawImage(document.getElementById('shown'), 0, 0, plain.width, plain.height);
            const at = (canvas, r, c) => [...canvas.getContext('2d').getImageData(
                Math.round((c + .5) * canvas.width / 24), Math.round((r + .5) * canvas.height / 24), 1, 1).data];
            const out = [];
            for (let r = 0; r < 24; r++) for (let c = 0; c < 24; c++)
              out.push([...at(overlay, r, c).slice(0, 3), ...at(plain, r, c).slice(0, 3)]);
            return out;
            """,
            lane);
  }

  /** Cells that are shown as they are, not dimmed; both are checked by their colours. */
  private static Set<Integer> bright(int lane) {
    int[] shade = {8, 10, 18};
    Set<Integer> out = new TreeSet<>();
    List<List<Long>> cells = cells(lane);
    for (int i = 0; i < cells.size(); i++) {
      double off = 0;
      double dimOff = 0;
      for (int c = 0; c < 3; c++) {
        long shown = cells.get(i).get(c);
        long plain = cells.get(i).get(c + 3);
        off = Math.max(off, Math.abs(shown - plain));
        dimOff = Math.max(dimOff, Math.abs(shown - (.24 * plain + .76 * shade[c])));
      }
      assertTrue(Math.min(off, dimOff) <= 4, "cell " + i + ": " + cells.get(i));
      if (off < dimOff) {
        out.add(i);
      }
    }
    return out;
  }

  private static void scrub(int thousandths) {
    browser.script(
        "const o = document.getElementById('order'); o.value = arguments[0];"
            + " o.dispatchEvent(new Event('input'))",
        thousandths);
  }

  @Test
  void theOverlayShowsTheKeptCellsInTheirOrder() throws Exception {
    String question = "What color is the letter D?";
    open(browser, "#q=What+color+is+the+letter+D%3F&s=1&l=none,qcpruner@64,divprune@32");
    JsonNode explain = reply(question, "qcpruner", 64).at("/pruning/explain");
    scrub(1000);
    Set<Integer> kept = new TreeSet<>();
    explain.get("kept_cells").forEach(c -> kept.add(24 * c.get(1).asInt() + c.get(2).asInt()));
    assertEquals(kept, bright(1));
    scrub(250);
    Set<Integer> first = new TreeSet<>();
    for (int i = 0; i < 16; i++) {
      JsonNode cell = explain.get("cells").get(explain.get("order").get(i).asInt());
      first.add(24 * cell.get(1).asInt() + cell.get(2).asInt());
    }
    assertEquals(first, bright(1));
    scrub(0);
    assertEquals(Set.of(), bright(1));
    scrub(1000);
    assertEquals(32, bright(2).size());
  }

  @Test
  void heatMapsShowBothCues() throws Exception {
    open(browser, "#q=What+color+is+the+letter+D%3F&s=1&l=qcpruner@64");
    JsonNode explain = reply("What color is the letter D?", "qcpruner", 64).at("/pruning/explain");
    assertEquals(true, browser.script("return document.getElementById('legend').hidden"));
    scrub(0);
    for (String view : List.of("utility", "cue_similarity", "cue_alignment")) {
      browser.script(
          "document.querySelector('input[name=view][value=' + arguments[0] + ']').click()", view);
      assertEquals(false, browser.script("return document.getElementById('legend').hidden"));
      int low = 0;
      int high = 0;
      JsonNode values = explain.get(view);
      for (int i = 0; i < values.size(); i++) {
        low = values.get(i).asDouble() < values.get(low).asDouble() ? i : low;
        high = values.get(i).asDouble() > values.get(high).asDouble() ? i : high;
      }
      List<List<Long>> cells = cells(0);
      List<Long> cold = cells.get(cell(explain, low));
      List<Long> hot = cells.get(cell(explain, high));
      // yellow has much green and little blue, violet the other way round
      assertTrue(hot.get(1) > hot.get(2) + 60, view + " hot " + hot);
      assertTrue(cold.get(2) > cold.get(1) + 20, view + " cold " + cold);
    }
    browser.script("document.querySelector('input[name=view][value=kept]').click()");
  }

  private static int cell(JsonNode explain, int candidate) {
    JsonNode cell = explain.get("cells").get(candidate);
    return 24 * cell.get(1).asInt() + cell.get(2).asInt();
  }

  @Test
  void anchorsAreMarkedInTheQuestion() throws Exception {
    open(browser, "#q=What+color+is+the+letter+D%3F&s=1&l=qcpruner@64");
    JsonNode words =
        reply("What color is the letter D?", "qcpruner", 64).at("/pruning/anchors/words");
    assertTrue(words.size() > 0);
    List<?> marks =
        (List<?>)
            browser.script(
                "return [...document.querySelectorAll('#anchors mark')].map(m => m.firstChild.data)");
    Set<String> expected = new TreeSet<>();
    words.forEach(w -> expected.add(w.get("word").asText()));
    Set<String> marked = new TreeSet<>();
    marks.forEach(m -> marked.add(m.toString().toLowerCase(java.util.Locale.ROOT)));
    assertEquals(expected, marked);
  }

  @Test
  void theCopiedCallGivesTheSameAnswer(@TempDir Path folder) throws Exception {
    open(browser, "#q=What+color+is+the+letter+D%3F&s=1&l=qcpruner@64");
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
        browser.script("return document.querySelector('.lane .answer').textContent"),
        reply.at("/choices/0/message/content").asText());
    assertEquals(64, reply.at("/pruning/kept").asInt());
  }

  @Test
  void everythingByKeyboard() throws Exception {
    open(browser, "#q=What+color+is+the+letter+D%3F&s=1&l=none,qcpruner@64");
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
        reached.containsAll(Set.of("theme", "help", "file", "question", "run", "order", "play")),
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
        "Lane 2", browser.script("return document.activeElement.getAttribute('aria-label')"));
    String view = "document.querySelector('input[name=view]:checked').value";
    assertEquals("kept", browser.script("return " + view));
    browser.press("h");
    assertEquals("utility", browser.script("return " + view));
    browser.press("?");
    browser.until("document.getElementById('help-dialog').open");
    browser.press(Keys.ESCAPE);
    browser.until("!document.getElementById('help-dialog').open");
    browser.script("document.querySelector('input[name=view][value=kept]').click()");
  }

  @Test
  void narrowAndDark() throws Exception {
    try (Browser small = new Browser(500, 2600, true)) {
      small.narrow(360, 2600);
      small.preferDark();
      open(small, "");
      Thread.sleep(2000);
      small.screenshot(Path.of("target/screenshots/dark-360.png"));
      assertEquals("dark", small.script("return document.documentElement.dataset.theme"));
      Long wide = (Long) small.script("return document.documentElement.scrollWidth");
      assertTrue(wide <= 360, wide + " pixels wide");
      assertEquals(List.of(), Accessibility.problems(small));
    }
  }

  @Test
  void labelsContrastAndSizes() throws Exception {
    open(browser, "");
    scrub(1000);
    assertEquals(List.of(), Accessibility.problems(browser));
    browser.script("document.getElementById('theme').click()");
    assertEquals(List.of(), Accessibility.problems(browser));
    browser.screenshot(Path.of("target/screenshots/dark-1280.png"));
    browser.script("document.getElementById('theme').click(); localStorage.clear()");
  }
}
