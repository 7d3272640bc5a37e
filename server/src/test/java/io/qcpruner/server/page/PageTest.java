package io.qcpruner.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.server.http.EmbeddedServer;
import io.qcpruner.server.http.ServerSettings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

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

  @Test
  void narrowAndDark() throws Exception {
    try (Browser small = new Browser(500, 2600, true)) {
      small
          .driver()
          .executeCdpCommand(
              "Emulation.setDeviceMetricsOverride",
              java.util.Map.of(
                  "width", 360, "height", 2600, "deviceScaleFactor", 2, "mobile", true));
      small
          .driver()
          .executeCdpCommand(
              "Emulation.setEmulatedMedia",
              java.util.Map.of(
                  "features",
                  List.of(java.util.Map.of("name", "prefers-color-scheme", "value", "dark"))));
      open(small, "");
      Thread.sleep(2000);
      small.screenshot(Path.of("target/screenshots/dark-360.png"));
      assertEquals("dark", small.script("return document.documentElement.dataset.theme"));
      Long wide = (Long) small.script("return document.documentElement.scrollWidth");
      assertTrue(wide <= 360, wide + " pixels wide");
    }
  }
}
