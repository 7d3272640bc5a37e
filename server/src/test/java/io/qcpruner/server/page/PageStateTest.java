package io.qcpruner.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
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
import org.openqa.selenium.By;

/** A result belongs to one picture, question, method and setting; what changes is told. */
@Timeout(180)
final class PageStateTest {
  private static OpenPage page;
  private static Browser browser;

  @TempDir private static Path folder;

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

  private static void type(String id, String text) {
    browser.script(
        "const e = document.getElementById(arguments[0]); e.value = arguments[1];"
            + " e.dispatchEvent(new Event('input'))",
        id,
        text);
  }

  private static void budget(int column, int tokens, String event) {
    browser.script(
        "const i = document.querySelectorAll('.column .budget input')[arguments[0]];"
            + " i.value = arguments[1]; i.dispatchEvent(new Event(arguments[2]))",
        column,
        tokens,
        event);
  }

  private static Path picture(int sample) throws Exception {
    return Files.write(folder.resolve("own-" + sample + ".png"), new Samples().png(sample));
  }

  private static void upload(Path file) throws Exception {
    browser.driver().findElement(By.id("file")).sendKeys(file.toString());
    browser.until("!document.querySelector('#samples [aria-pressed=true]')");
  }

  private static Object stale() {
    return browser.script(
        "return [...document.querySelectorAll('.column')].map(c => c.classList.contains('stale'))");
  }

  @Test
  void anotherQuestionMakesResultsOld() throws Exception {
    page.open(OpenPage.ASKED + "full,qcpruner@64");
    assertEquals(List.of(false, false), stale());
    type("question", "What color is the star?");
    assertEquals(List.of(true, true), stale());
    assertEquals(List.of("Changed: run again.", "Changed: run again."), page.texts(".state"));
    assertEquals("", browser.script("return document.getElementById('verdict').textContent"));
    type("question", OpenPage.QUESTION);
    assertEquals(List.of(false, false), stale());
  }

  @Test
  void anotherMethodMakesItsColumnOld() throws Exception {
    page.open(OpenPage.ASKED + "full,qcpruner@64");
    browser.script(
        "const s = document.querySelectorAll('.column select')[1]; s.value = 'divprune';"
            + " s.dispatchEvent(new Event('change'))");
    assertEquals(List.of(false, true), stale());
  }

  /** Old cells are never drawn on a new picture. */
  @Test
  void anotherPictureTakesResultsAway() throws Exception {
    page.open(OpenPage.ASKED + "full,qcpruner@64");
    upload(picture(2));
    assertEquals(List.of("", ""), page.texts(".answer"));
    assertEquals(List.of("", ""), page.texts(".cells"));
    assertEquals(0L, drawnBeside());
    browser.script("document.getElementById('run').click()");
    browser.until("document.body.dataset.state === 'done'");
    page.scrub(1000);
    assertTrue(
        page.texts(".cells").get(1).toString().startsWith("64 of 576"), page.texts(".cells") + "");
    assertTrue(
        (Boolean)
            browser.script(
                "return document.getElementById('picture-note').textContent.includes('photographs')"));
  }

  @Test
  void anUploadDuringARunGetsNothingOfIt() throws Exception {
    page.open(OpenPage.ASKED + "qcpruner@64,divprune@64");
    Path other = picture(3);
    browser.script("document.getElementById('run').click()");
    upload(other);
    browser.until("document.body.dataset.state === 'done'");
    browser.script("return new Promise(done => setTimeout(done, 300))");
    assertEquals(List.of("", ""), page.texts(".answer"));
    assertEquals(List.of("", ""), page.texts(".tokens span"));
    assertEquals(0L, drawnBeside());
  }

  /** Points of the overlays that differ from the picture by more than its scaling explains. */
  private static Object drawnBeside() {
    return browser.script(
        """
        const plain = document.createElement('canvas');
        let wrong = 0;
        for (const overlay of document.querySelectorAll('canvas.overlay')) {
          plain.width = overlay.width; plain.height = overlay.height;
          const pen = plain.getContext('2d');
          pen.drawImage(document.getElementById('shown'), 0, 0, plain.width, plain.height);
          const a = overlay.getContext('2d').getImageData(0, 0, plain.width, plain.height).data;
          const b = pen.getImageData(0, 0, plain.width, plain.height).data;
          for (let i = 0; i < a.length; i++) if (Math.abs(a[i] - b[i]) > 24) wrong++;
        }
        return wrong;
        """);
  }

  @Test
  void aReloadKeepsTheUploadedPicture() throws Exception {
    page.open(OpenPage.ASKED + "qcpruner@64:layer=3".replace(":", ";"));
    upload(picture(4));
    String shown = (String) browser.script("return document.getElementById('shown').src");
    browser.until("sessionStorage.getItem('qcpruner-tab')");
    String hash = (String) browser.script("return location.hash");
    assertTrue(hash.contains("s=own") && hash.contains("layer%3D3"), hash);
    browser.driver().navigate().refresh();
    browser.until("document.body.dataset.state === 'done'");
    assertEquals(shown, browser.script("return document.getElementById('shown').src"));
    browser.script("sessionStorage.removeItem('qcpruner-tab')");
    browser.driver().navigate().refresh();
    browser.until("document.body.dataset.state === 'done'");
    assertTrue(
        (Boolean)
            browser.script(
                "return document.getElementById('picture-note').textContent.includes('is gone')"));
  }

  @Test
  void theAddressIsFollowed() throws Exception {
    page.open(OpenPage.ASKED + "qcpruner@64");
    browser.script(
        "location.hash = '#q=Is+there+a+ring%3F&s=2&l=full,divprune@16,fastv@8;layer=4'");
    browser.until("document.querySelectorAll('.column').length === 3");
    browser.until(
        "document.body.dataset.state === 'done' && document.querySelector('.column .answer')"
            + ".textContent");
    assertEquals(
        "Is there a ring?", browser.script("return document.getElementById('question').value"));
    assertEquals(
        "4",
        browser.script(
            "return [...document.querySelectorAll('.column')[2].querySelectorAll('.parameters label')]"
                + ".find(l => l.firstChild.textContent === 'layer').querySelector('input').value"));
  }

  /** A dragged budget shows the cells that a run with that budget keeps. */
  @Test
  void aDraggedBudgetShowsItsCells() throws Exception {
    page.open(OpenPage.ASKED + "qcpruner@64");
    page.scrub(1000);
    for (int tokens : new int[] {24, 120}) {
      budget(0, tokens, "input");
      browser.until(
          "document.querySelector('.cells').textContent.startsWith('Preview: the first %d picks')"
              .formatted(tokens));
      JsonNode run = page.reply(OpenPage.QUESTION, "qcpruner", tokens).at("/pruning/explain");
      Set<Integer> kept = new TreeSet<>();
      run.get("kept_cells").forEach(c -> kept.add(24 * c.get(1).asInt() + c.get(2).asInt()));
      assertEquals(kept, OverlayTest.bright(browser, 0));
    }
    budget(0, 120, "change");
    browser.until(
        "document.querySelector('.tokens span').textContent === '120 of 576 tokens'"
            + " && document.body.dataset.state === 'done'");
    assertEquals(List.of(false), stale());
  }

  @Test
  void aMethodThatChoosesAnewForEveryBudgetSaysSo() throws Exception {
    page.open(OpenPage.ASKED + "prunesid@64");
    budget(0, 24, "input");
    browser.until("/release to run it/.test(document.querySelector('.cells').textContent)");
  }

  @Test
  void anEmptyQuestionSaysSo() throws Exception {
    page.open(OpenPage.ASKED + "full");
    type("question", "  ");
    browser.script("document.getElementById('run').click()");
    assertEquals(
        "Type a question first.",
        browser.script("return document.getElementById('run-note').textContent"));
  }

  @Test
  void conversationsKeepTheirTurns() throws Exception {
    page.open(OpenPage.ASKED + "full,qcpruner@64");
    browser.script("document.getElementById('tab-talk').click()");
    for (String question : List.of("What color is the star?", "What color is the letter D?")) {
      browser.script(
          "document.getElementById('talk-question').value = arguments[0];"
              + " document.querySelector('#talk-form button').click()",
          question);
      browser.until("document.getElementById('talk-stop').disabled");
    }
    List<?> answers =
        (List<?>)
            browser.script(
                "return [...document.querySelectorAll('#turns .answer')].map(a => a.textContent)");
    assertEquals(2, answers.size());
    assertEquals(
        page.reply(OpenPage.QUESTION, "qcpruner", 64).at("/choices/0/message/content").asText(),
        answers.get(1));
    assertEquals(
        2L, browser.script("return document.querySelectorAll('#turns canvas.overlay').length"));
    assertTrue(
        (Boolean) browser.script("return document.querySelectorAll('#turns mark').length >= 2"));
    browser.screenshot(Path.of("target/screenshots/conversation.png"));
    browser.script("document.getElementById('talk-clear').click()");
    assertEquals(0L, browser.script("return document.getElementById('turns').childElementCount"));
  }

  @Test
  void curvesFillAndCanBeStopped() throws Exception {
    page.open(OpenPage.ASKED + "qcpruner@64");
    browser.script("document.getElementById('tab-curves').click()");
    type("curve-budgets", "8, 64");
    browser.script("document.getElementById('curve-start').click()");
    browser.until("document.querySelectorAll('#chart path').length > 10");
    browser.script("document.getElementById('curve-stop').click()");
    browser.until("document.getElementById('curve-note').textContent.startsWith('Stopped after')");
    browser.script("document.getElementById('curve-start').click()");
    browser.until("document.getElementById('curve-note').textContent.includes('all answered')");
    browser.screenshot(Path.of("target/screenshots/curves.png"));
    List<?> cells =
        (List<?>)
            browser.script(
                "return [...document.querySelectorAll('#curve-table td')].map(e => e.textContent)");
    assertEquals(3 * 2 * 6, cells.size());
    assertEquals("18", cells.get(2));
    assertFalse((Boolean) browser.script("return document.getElementById('curve-csv').disabled"));
    assertEquals(List.of(), Accessibility.problems(browser));
  }

  @Test
  void answersStandAboveTheFold() throws Exception {
    for (int[] size : new int[][] {{1280, 800}, {1920, 1080}}) {
      try (Browser window = new Browser(size[0], size[1], false)) {
        window.wide(size[0], size[1]);
        page.open(window, OpenPage.ASKED + "full,qcpruner@64,divprune@64,fastv@64");
        assertEquals(
            true,
            window.script(
                "return [...document.querySelectorAll('.column .answer, .column canvas')]"
                    + ".every(e => e.getBoundingClientRect().bottom <= innerHeight)"));
      }
    }
  }
}
