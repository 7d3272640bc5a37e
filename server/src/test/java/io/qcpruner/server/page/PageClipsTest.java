package io.qcpruner.server.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.server.http.EmbeddedServer;
import io.qcpruner.server.http.ServerSettings;
import io.qcpruner.server.sample.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;

/** The page on the embedded model for clips: samples, uploads, frames with their cells. */
@Timeout(180)
final class PageClipsTest {
  private static final int FRAMES = 8;

  private static Browser browser;
  private static EmbeddedServer server;

  @TempDir private static Path folder;

  @BeforeAll
  static void start() throws Exception {
    browser = new Browser(1280, 1000, false);
    server = new EmbeddedServer(ServerSettings.local(), EmbeddedServer::clips);
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

  private static void open() throws Exception {
    browser.driver().get("about:blank");
    browser.driver().get(server.origin() + "/#l=full,qcpruner@16");
    browser.until("document.body.dataset.state === 'done'");
  }

  private static List<?> texts(String selector) {
    return (List<?>)
        browser.script(
            "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)",
            selector);
  }

  @Test
  void sampleClipsAreShownFrameByFrame() throws Exception {
    open();
    assertEquals(List.of("128 of 128 tokens", "16 of 128 tokens"), texts(".tokens span"));
    assertEquals(List.of("all 128", "16 of 128"), texts(".budget output"));
    assertFalse(texts(".answer").contains(""), texts(".answer") + "");
    assertEquals(
        6L,
        browser.script(
            "return document.querySelectorAll('#samples [aria-label^=\"Sample clip\"]').length"));
    // eight frames lie in two rows: the overlay is wider than tall
    assertTrue(
        (Boolean)
            browser.script(
                "return [...document.querySelectorAll('canvas.overlay')]"
                    + ".every(c => c.width > 1.4 * c.height)"));
    browser.screenshot(Path.of("target/screenshots/clips.png"));
  }

  @Test
  void anUploadedClipIsAsked() throws Exception {
    open();
    Path clip =
        Files.write(folder.resolve("own.avi"), new Samples(false, true).avi(2).orElseThrow());
    browser.driver().findElement(By.id("file")).sendKeys(clip.toString());
    browser.until("!document.querySelector('#samples [aria-pressed=true]')");
    assertEquals(List.of("", ""), texts(".column .answer"));
    browser.script("document.getElementById('run').click()");
    browser.until(
        "document.body.dataset.state === 'done' && document.querySelector('.answer').textContent");
    assertEquals(List.of("128 of 128 tokens", "16 of 128 tokens"), texts(".tokens span"));
    assertTrue(
        (Long) browser.script("return document.querySelector('canvas.overlay').height") > 100);
  }

  @Test
  void aStillPictureSaysWhatItIs() throws Exception {
    open();
    Path still = Files.write(folder.resolve("still.png"), new Samples().png(1));
    browser.driver().findElement(By.id("file")).sendKeys(still.toString());
    browser.until("document.getElementById('picture-note').textContent.includes('made for clips')");
  }

  /** The samples' own frames arrive as they were drawn: uncompressed. */
  @Test
  void everyFrameOfASampleIsSeen() throws Exception {
    open();
    String address =
        (String)
            browser.script(
                "const b = document.querySelector('.copy button[data-form=curl]'); b.click();"
                    + " return b.dataset.copied");
    assertTrue(address.contains("video_url"), address);
    assertEquals(FRAMES, new Samples(false, true).avi(1).orElseThrow().length / (112 * 112 * 3));
  }
}
