package io.qcpruner.server.page;

import static io.qcpruner.testkit.Await.until;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Files that the page hands out, and files that it does not take. */
@Timeout(180)
final class PageFilesTest {
  private static OpenPage page;
  private static Browser browser;

  @TempDir private Path folder;

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

  private Path downloaded(String button, String name) throws Exception {
    browser.downloadTo(folder);
    browser.script("document.getElementById(arguments[0]).click()", button);
    Path file = folder.resolve(name);
    until(name + " is written", () -> Files.exists(file) && Files.size(file) > 0);
    return file;
  }

  private static List<String> texts(Path svg) throws Exception {
    Document document =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(svg.toFile());
    NodeList texts = document.getElementsByTagName("text");
    return java.util.stream.IntStream.range(0, texts.getLength())
        .mapToObj(i -> texts.item(i).getTextContent())
        .toList();
  }

  @Test
  void theComparisonAsSvgAndPng() throws Exception {
    page.open(OpenPage.ASKED + "full,qcpruner@64");
    page.scrub(1000);
    String answer = page.texts(".answer").get(1).toString();
    List<String> words = texts(downloaded("save-svg", "comparison.svg"));
    assertTrue(
        words.containsAll(List.of(OpenPage.QUESTION, "full model", "qcpruner @ 64")), "" + words);
    assertTrue(words.contains(answer) && words.contains("64 of 576 tokens"), words.toString());
    BufferedImage image = ImageIO.read(downloaded("save-png", "comparison.png").toFile());
    // two columns of 280 points and gaps, at twice their size
    assertEquals(2 * (16 + 2 * (280 + 16)), image.getWidth());
    boolean drawn = false;
    for (int x = 0; x < image.getWidth(); x++) {
      drawn |= (image.getRGB(x, 300) & 0xFFFFFF) != 0xFFFFFF;
    }
    assertTrue(drawn, "the overlays");
  }

  @Test
  void theCurvesAsCsvSvgAndPng() throws Exception {
    page.open(OpenPage.ASKED + "qcpruner@64");
    browser.script(
        "document.getElementById('tab-curves').click();"
            + " document.getElementById('curve-budgets').value = '64';"
            + " document.getElementById('curve-start').click()");
    browser.until("document.getElementById('curve-note').textContent.includes('all answered')");
    List<String> rows = Files.readAllLines(downloaded("curve-csv", "curves.csv"));
    assertTrue(rows.get(0).startsWith("item,question,method,budget,"), rows.get(0));
    assertTrue(rows.stream().anyMatch(row -> row.contains(",qcpruner,64,")), rows.toString());
    assertFalse(texts(downloaded("curve-svg", "curves.svg")).isEmpty());
    assertTrue(ImageIO.read(downloaded("curve-png", "curves.png").toFile()).getWidth() > 400);
  }

  /** The dialog does not offer SVG files, and a dropped one gets a sentence. */
  @Test
  void drawingsAreNotTaken() throws Exception {
    page.open(OpenPage.ASKED + "full");
    Object shown = browser.script("return document.getElementById('shown').src");
    assertFalse(
        browser.script("return document.getElementById('file').accept").toString().contains("svg"));
    Path drawing =
        Files.writeString(
            folder.resolve("a.svg"),
            "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><rect width='9' height='9'/></svg>");
    browser.driver().findElement(By.id("file")).sendKeys(drawing.toString());
    browser.until("document.getElementById('picture-note').textContent.includes('save it as PNG')");
    assertEquals(shown, browser.script("return document.getElementById('shown').src"));
  }
}
