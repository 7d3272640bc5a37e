package io.qcpruner.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.Keys;

/** What the page draws, compared with what the server says. */
@Timeout(180)
final class OverlayTest {
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

  /** Colours at the middle of each of 24 x 24 cells of a column's overlay and of the picture. */
  @SuppressWarnings("unchecked")
  private static List<List<Long>> cells(Browser in, int column) {
    return (List<List<Long>>)
        in.script(
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
            column);
  }

  /** Cells that are shown as they are, not dimmed; both are checked by their colours. */
  static Set<Integer> bright(Browser in, int column) {
    int[] shade = {8, 10, 18};
    Set<Integer> out = new TreeSet<>();
    List<List<Long>> cells = cells(in, column);
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

  @Test
  void theOverlayShowsTheKeptCellsInTheirOrder() throws Exception {
    page.open(OpenPage.ASKED + "none,qcpruner@64,divprune@32");
    JsonNode explain = page.reply(OpenPage.QUESTION, "qcpruner", 64).at("/pruning/explain");
    page.scrub(1000);
    Set<Integer> kept = new TreeSet<>();
    explain.get("kept_cells").forEach(c -> kept.add(24 * c.get(1).asInt() + c.get(2).asInt()));
    assertEquals(kept, bright(browser, 1));
    page.scrub(250);
    Set<Integer> first = new TreeSet<>();
    for (int i = 0; i < 16; i++) {
      JsonNode cell = explain.get("cells").get(explain.get("order").get(i).asInt());
      first.add(24 * cell.get(1).asInt() + cell.get(2).asInt());
    }
    assertEquals(first, bright(browser, 1));
    page.scrub(0);
    assertEquals(Set.of(), bright(browser, 1));
    page.scrub(1000);
    assertEquals(32, bright(browser, 2).size());
  }

  /** The animation goes from the first pick to the last, can be held, and obeys the arrows. */
  @Test
  void patchesLightUpInPickOrder() throws Exception {
    page.open(OpenPage.ASKED + "qcpruner@64");
    browser.until("document.getElementById('play').textContent === 'Play'");
    assertEquals("1000", browser.script("return document.getElementById('order').value"));
    browser.script("document.getElementById('play').click()");
    browser.until("document.getElementById('order').value < 900");
    browser.script("document.getElementById('play').click()");
    Object held = browser.script("return document.getElementById('order').value");
    assertEquals("Play", browser.script("return document.getElementById('play').textContent"));
    browser.frames(10);
    assertEquals(held, browser.script("return document.getElementById('order').value"));
    page.scrub(500);
    assertEquals(List.of("32 of 64 picks"), page.texts(".cells"));
    browser.script("document.getElementById('order').focus()");
    browser.press(Keys.HOME);
    assertEquals(List.of("0 of 64 picks"), page.texts(".cells"));
    browser.press(Keys.END);
    assertEquals(64, bright(browser, 0).size());
  }

  @Test
  void heatMapsShowBothCues() throws Exception {
    page.open(OpenPage.ASKED + "qcpruner@64");
    JsonNode explain = page.reply(OpenPage.QUESTION, "qcpruner", 64).at("/pruning/explain");
    assertEquals(true, browser.script("return document.getElementById('legend').hidden"));
    page.scrub(0);
    for (String view : List.of("utility", "cue_similarity", "cue_alignment")) {
      page.view(view);
      assertEquals(false, browser.script("return document.getElementById('legend').hidden"));
      int low = 0;
      int high = 0;
      JsonNode values = explain.get(view);
      for (int i = 0; i < values.size(); i++) {
        low = values.get(i).asDouble() < values.get(low).asDouble() ? i : low;
        high = values.get(i).asDouble() > values.get(high).asDouble() ? i : high;
      }
      List<List<Long>> cells = cells(browser, 0);
      List<Long> cold = cells.get(cell(explain, low));
      List<Long> hot = cells.get(cell(explain, high));
      // yellow has much green and little blue, violet the other way round
      assertTrue(hot.get(1) > hot.get(2) + 60, view + " hot " + hot);
      assertTrue(cold.get(2) > cold.get(1) + 20, view + " cold " + cold);
    }
    page.view("kept");
  }

  private static int cell(JsonNode explain, int candidate) {
    JsonNode cell = explain.get("cells").get(candidate);
    return 24 * cell.get(1).asInt() + cell.get(2).asInt();
  }

  @Test
  void aMethodWithoutAScoreSaysSo() throws Exception {
    page.open(OpenPage.ASKED + "none,qcpruner@32,divprune@32");
    page.scrub(1000);
    page.view("cue_alignment");
    List<?> captions = page.texts(".cells");
    assertEquals("full model has no alignment cue.", captions.get(0));
    assertTrue(
        captions.get(1).toString().startsWith("32 of 576 tokens are kept."), captions.toString());
    assertEquals("DivPrune has no alignment cue.", captions.get(2));
    page.view("kept");
    assertEquals("All 576 tokens are kept.", page.texts(".cells").get(0));
  }

  @Test
  void anchorsAreMarkedInTheQuestion() throws Exception {
    page.open(OpenPage.ASKED + "qcpruner@64");
    JsonNode words = page.reply(OpenPage.QUESTION, "qcpruner", 64).at("/pruning/anchors/words");
    assertTrue(words.size() > 0);
    List<?> marks =
        (List<?>)
            browser.script(
                "return [...document.querySelectorAll('#anchors mark')].map(m => m.firstChild.data)");
    Set<String> expected = new TreeSet<>();
    words.forEach(w -> expected.add(w.get("word").asText()));
    Set<String> marked = new TreeSet<>();
    marks.forEach(m -> marked.add(m.toString().toLowerCase(Locale.ROOT)));
    assertEquals(expected, marked);
  }

  /** Anchors, history and the address bar repeat the question; none of them reads it. */
  @Test
  void markupInAQuestionStaysText() throws Exception {
    String hostile = "<img src=x onerror='window.hit=1'> What color is the <b>star</b>?";
    page.open(
        "#s=1&l=qcpruner@32,%3Cscript%3E@9&q="
            + java.net.URLEncoder.encode(hostile, java.nio.charset.StandardCharsets.UTF_8));
    assertEquals(
        "Anchors: " + hostile,
        browser.script(
            "const a = document.getElementById('anchors').cloneNode(true);"
                + " a.querySelectorAll('small').forEach(s => s.remove()); return a.textContent"));
    assertTrue(
        (Boolean)
            browser.script(
                "return [...document.querySelectorAll('#suggestions button')]"
                    + ".some(b => b.textContent === arguments[0])",
                hostile));
    assertEquals(
        0L,
        browser.script(
            "return document.querySelectorAll('#anchors b, #suggestions b, script:not([src]),"
                + " img[onerror]').length"));
    assertEquals(true, browser.script("return window.hit === undefined"));
    assertEquals(2L, browser.script("return document.querySelectorAll('.column').length"));
  }
}
