package io.qcpruner.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.http.EmbeddedServer;
import io.qcpruner.server.http.ServerSettings;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What each keyword of a question alone finds: in the server's reply and on the page. */
@Timeout(180)
final class KeywordMapTest {
  private static final String TWO = "Is the star left of the circle?";

  private static JsonNode explain(
      EmbeddedServer server, String question, String method, int keywords, String level)
      throws Exception {
    ObjectNode body = EmbeddedServer.question(1, question).put("max_tokens", 1);
    ObjectNode pruning = body.putObject("pruning").put("method", method).put("budget", 32);
    pruning.put("explain", level);
    if (keywords > 0) {
      pruning.put("keywords", keywords);
    }
    return EmbeddedServer.json(server.post(body.toString())).at("/pruning/explain");
  }

  @Test
  void everyKeywordHasAMap() throws Exception {
    try (EmbeddedServer server = new EmbeddedServer(ServerSettings.local())) {
      // a single keyword's map is the utility that the method itself used
      JsonNode one = explain(server, TWO, "qcpruner", 1, "keywords");
      assertEquals(1, one.get("keywords").size());
      assertEquals(one.get("utility"), one.at("/keywords/0/utility"));
      JsonNode all = explain(server, TWO, "qcpruner", 0, "keywords");
      assertTrue(all.get("keywords").size() >= 2, "" + all.get("keywords").size());
      all.get("keywords").forEach(map -> assertEquals(576, map.get("utility").size()));
      assertNotEquals(all.at("/keywords/0/utility"), all.at("/keywords/1/utility"));
      // maps change nothing else
      JsonNode full = explain(server, TWO, "qcpruner", 0, "full");
      assertFalse(full.has("keywords"));
      assertEquals(full, ((ObjectNode) all.deepCopy()).without("keywords"));
      // methods without anchors have none
      for (String method : List.of("divprune", "fastv")) {
        assertFalse(explain(server, TWO, method, 0, "keywords").has("keywords"), method);
      }
    }
  }

  @Test
  void aClickOnAKeywordShowsItsMap() throws Exception {
    try (OpenPage page = new OpenPage()) {
      Browser browser = page.browser();
      page.open("#q=Is+the+star+left+of+the+circle%3F&s=1&l=qcpruner@32,divprune@32");
      page.scrub(1000);
      Object before = browser.script("return document.querySelector('.overlay').toDataURL()");
      assertTrue(
          (Long) browser.script("return document.querySelectorAll('#anchors button').length") >= 2);
      browser.script("document.querySelectorAll('#anchors button')[0].click()");
      browser.until(
          "document.querySelector('.cells').textContent.startsWith('How well each cell fits')");
      Object first = browser.script("return document.querySelector('.overlay').toDataURL()");
      assertNotEquals(before, first);
      assertTrue(
          page.texts(".cells").get(1).toString().contains("has no map of"),
          page.texts(".cells") + "");
      browser.screenshot(Path.of("target/screenshots/keyword.png"));
      assertEquals(List.of(), Accessibility.problems(browser));
      browser.script("document.querySelectorAll('#anchors button')[1].click()");
      assertNotEquals(
          first, browser.script("return document.querySelector('.overlay').toDataURL()"));
      assertEquals(
          List.of("false", "true"),
          browser.script(
              "return [...document.querySelectorAll('#anchors button')].slice(0, 2)"
                  + ".map(b => b.getAttribute('aria-pressed'))"));
      // a second click goes back to the kept cells
      browser.script("document.querySelectorAll('#anchors button')[1].click()");
      assertEquals(before, browser.script("return document.querySelector('.overlay').toDataURL()"));
      assertEquals("kept", browser.script("return document.getElementById('view').value"));
    }
  }
}
