package io.qcpruner.server.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.server.http.EmbeddedServer;
import io.qcpruner.server.http.ServerSettings;
import java.io.IOException;
import java.util.List;

/** The page of a server with the embedded model in a browser of 1280 pixels. */
final class OpenPage implements AutoCloseable {
  /** A question that every sample can be asked, and its place in the address. */
  static final String QUESTION = "What color is the letter D?";

  static final String ASKED = "#q=What+color+is+the+letter+D%3F&s=1&l=";

  private final Browser browser;
  private final EmbeddedServer server;

  OpenPage() throws IOException {
    this.browser = new Browser(1280, 1400, false);
    try {
      this.server = new EmbeddedServer(ServerSettings.local());
    } catch (IOException e) {
      browser.close();
      throw e;
    }
  }

  Browser browser() {
    return browser;
  }

  EmbeddedServer server() {
    return server;
  }

  /** Opens the page afresh and waits for the answers that it asks for by itself. */
  void open(String hash) throws Exception {
    open(browser, hash);
  }

  void open(Browser in, String hash) throws Exception {
    in.driver().get("about:blank");
    in.driver().get(server.origin() + "/" + hash);
    in.until("document.body.dataset.state === 'done'");
  }

  /** What the server says about the first sample without a page. */
  JsonNode reply(String question, String method, int budget)
      throws IOException, InterruptedException {
    ObjectNode body = EmbeddedServer.question(1, question).put("max_tokens", 64);
    body.putObject("pruning").put("method", method).put("budget", budget).put("explain", "full");
    return EmbeddedServer.json(server.post(body.toString()));
  }

  /** Shows this many thousandths of the picks. */
  void scrub(int thousandths) {
    browser.script(
        "const o = document.getElementById('order'); o.value = arguments[0];"
            + " o.dispatchEvent(new Event('input'))",
        thousandths);
  }

  void view(String name) {
    browser.script(
        "const v = document.getElementById('view'); v.value = arguments[0];"
            + " v.dispatchEvent(new Event('change'))",
        name);
  }

  /** One part of every column in words, by a selector within it. */
  List<?> texts(String selector) {
    return (List<?>)
        browser.script(
            "return [...document.querySelectorAll('.column ' + arguments[0])].map(e => e.textContent)",
            selector);
  }

  @Override
  public void close() {
    browser.close();
    server.close();
  }
}
