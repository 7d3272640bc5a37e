package io.qcpruner.server.page;

import static io.qcpruner.testkit.Await.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.server.http.EmbeddedServer;
import io.qcpruner.server.http.FakeEngine;
import io.qcpruner.server.http.ServerSettings;
import io.qcpruner.server.sample.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** The page on an engine that does what the question says: markup, stopping, keys. */
@Timeout(120)
final class PageSafetyTest {
  private static Browser browser;

  @BeforeAll
  static void start() {
    browser = new Browser(1280, 1400, false);
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  private static void ask(String question) {
    browser.script(
        "const q = document.getElementById('question'); q.value = arguments[0];"
            + " document.getElementById('run').click()",
        question);
  }

  private static void open(EmbeddedServer server) throws Exception {
    open(server, "/#l=none");
  }

  private static void open(EmbeddedServer server, String path) throws Exception {
    browser.driver().get("about:blank");
    browser.driver().get(server.origin() + path);
    browser.until("document.body.dataset.state === 'ready'");
  }

  @Test
  void markupInAnAnswerStaysText() throws Exception {
    String answer = "<img src=x onerror=\"document.title='broken'\"> <b>bold</b> end";
    try (EmbeddedServer server = new EmbeddedServer(ServerSettings.local(), FakeEngine::new)) {
      open(server);
      ask(answer);
      browser.until("document.body.dataset.state === 'done'");
      assertEquals(answer, browser.script("return document.querySelector('.answer').textContent"));
      assertEquals(0L, browser.script("return document.querySelectorAll('.answer *').length"));
      assertFalse(browser.driver().getTitle().contains("broken"));
    }
  }

  @Test
  void stopFreesTheSlot() throws Exception {
    FakeEngine engine = new FakeEngine();
    try (EmbeddedServer server = new EmbeddedServer(ServerSettings.local(), () -> engine)) {
      open(server);
      ask("hold");
      until(() -> engine.running.get() == 1);
      browser.script("document.getElementById('stop').click()");
      until(() -> engine.running.get() == 0);
      assertEquals(1, engine.cancelled.get());
      browser.until("document.querySelector('.column .state').textContent === 'stopped'");
      ask("hold");
      until(() -> engine.running.get() == 1);
      browser.press(Keys.ESCAPE);
      until(() -> engine.running.get() == 0);
      assertEquals(2, engine.cancelled.get());
    }
  }

  /** Asked again while it answers: the old request is given up, the new one can be stopped. */
  @Test
  void askingAgainGivesTheFirstRequestUp() throws Exception {
    FakeEngine engine = new FakeEngine();
    try (EmbeddedServer server = new EmbeddedServer(ServerSettings.local(), () -> engine)) {
      open(server);
      ask("hold");
      until(() -> engine.running.get() == 1);
      browser.script("document.getElementById('question').focus()");
      browser.press(Keys.ENTER);
      until(() -> engine.cancelled.get() == 1);
      until(() -> engine.running.get() == 1);
      assertEquals("running", browser.script("return document.body.dataset.state"));
      browser.script("document.getElementById('stop').click()");
      until(() -> engine.cancelled.get() == 2);
      browser.until("document.body.dataset.state === 'done'");
    }
  }

  @Test
  void thePlaceInTheLineIsShown() throws Exception {
    FakeEngine engine = new FakeEngine();
    try (EmbeddedServer server = EmbeddedServer.commenting(() -> engine, Duration.ofMillis(50))) {
      open(server, "/#l=none,random@9,random@8");
      ask("hold");
      browser.until(
          "['reading the picture and the prompt', 'waiting 1 in the line', 'waiting 2 in the line'].every(t =>"
              + " [...document.querySelectorAll('.column .state')].some(s => s.textContent === t))");
      engine.close();
      browser.until("document.body.dataset.state === 'done'");
    }
  }

  /** A name of a file is nobody's text. */
  @Test
  void markupInTheNameOfAPictureDoesNothing(@TempDir Path folder) throws Exception {
    Path picture =
        Files.write(folder.resolve("<img src=x onerror=window.hit=1>.png"), new Samples().png(1));
    Path broken = Files.writeString(folder.resolve("<b>broken.png"), "no picture");
    try (EmbeddedServer server = new EmbeddedServer(ServerSettings.local(), FakeEngine::new)) {
      open(server);
      browser.driver().findElement(By.id("file")).sendKeys(picture.toString());
      browser.until("!document.querySelector('#samples [aria-pressed=true]')");
      ask("hello");
      browser.until("document.body.dataset.state === 'done'");
      browser.driver().findElement(By.id("file")).sendKeys(broken.toString());
      browser.until("document.getElementById('picture-note').textContent.includes('no picture')");
      assertEquals(true, browser.script("return window.hit === undefined"));
      assertEquals(false, browser.script("return document.body.innerHTML.includes('onerror')"));
      assertEquals(0L, browser.script("return document.querySelectorAll('.picture b').length"));
    }
  }

  @Test
  void aKeyIsAskedForAndKeptInThisTabAlone() throws Exception {
    try (EmbeddedServer server = EmbeddedServer.withKeys(FakeEngine::new, "secret-key")) {
      browser.driver().get("about:blank");
      browser.driver().get(server.origin() + "/#l=none");
      browser.until("document.getElementById('key-dialog').open");
      browser.press("secret-key", Keys.ENTER);
      browser.until("document.body.dataset.state === 'ready'");
      ask("hello");
      browser.until("document.body.dataset.state === 'done'");
      assertEquals("hello", browser.script("return document.querySelector('.answer').textContent"));
      String everywhereElse =
          (String)
              browser.script(
                  "return JSON.stringify(localStorage) + document.cookie + location.href"
                      + " + document.documentElement.outerHTML");
      assertFalse(everywhereElse.contains("secret-key"));
      assertTrue(
          ((String) browser.script("return JSON.stringify(sessionStorage)"))
              .contains("secret-key"));
      assertNull(browser.script("return localStorage.getItem('key')"));
    }
  }
}
