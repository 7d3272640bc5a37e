package io.qcpruner.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.server.http.EmbeddedServer;
import io.qcpruner.server.http.FakeEngine;
import io.qcpruner.server.http.ServerSettings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that goes away: the page says so, waits longer each time, and keeps what it shows. */
@Timeout(120)
final class PageReconnectTest {

  private static void ask(Browser browser, String question) {
    browser.script(
        "const q = document.getElementById('question'); q.value = arguments[0];"
            + " document.getElementById('run').click()",
        question);
  }

  @Test
  void theServerLeavesAndComesBack() throws Exception {
    try (Browser browser = new Browser(1280, 1000, false)) {
      int port;
      try (EmbeddedServer server = new EmbeddedServer(ServerSettings.local(), FakeEngine::new)) {
        port = server.server().port();
        browser.driver().get(server.origin() + "/#l=none,random@9");
        browser.until("document.body.dataset.state === 'ready'");
        ask(browser, "first answer");
        browser.until("document.body.dataset.state === 'done'");
      }
      // every sentence about the connection with the moment it came
      browser.script(
          """
          window.told = [];
          const line = document.getElementById('connection');
          new MutationObserver(() => window.told.push([performance.now(), line.textContent]))
            .observe(line, { childList: true, characterData: true, subtree: true });
          """);
      ask(browser, "second question");
      browser.until("document.querySelector('.column .state').textContent.startsWith('Error: ')");
      browser.until("window.told.length >= 3");
      List<?> told = (List<?>) browser.script("return window.told.map(t => t[1])");
      assertEquals(
          List.of(
              "The server does not answer; trying again in 0.5 s.",
              "The server does not answer; trying again in 1 s.",
              "The server does not answer; trying again in 2 s."),
          told.subList(0, 3));
      assertEquals(
          true,
          browser.script("return window.told[2][0] - window.told[1][0] >= 990"),
          "the second wait is a second");
      try (EmbeddedServer again = EmbeddedServer.at(port, FakeEngine::new)) {
        browser.until("document.getElementById('connection').textContent === ''");
        assertTrue(
            browser
                .script("return document.getElementById('run-note').textContent")
                .toString()
                .startsWith("The server is back"));
        assertEquals(
            "second question", browser.script("return document.getElementById('question').value"));
        assertEquals(2L, browser.script("return document.querySelectorAll('.column').length"));
        browser.script("document.getElementById('run').click()");
        browser.until(
            "document.body.dataset.state === 'done' && document.querySelector('.answer')"
                + ".textContent === 'second question'");
        assertEquals(port, again.server().port());
      }
    }
  }
}
