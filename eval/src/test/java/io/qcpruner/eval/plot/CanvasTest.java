package io.qcpruner.eval.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.NodeList;

/** Figures as SVG and PDF: well formed, every word as text, names that need escapes. */
final class CanvasTest {
  private static final String ODD = "a<b & (c\\d)";

  @TempDir private Path folder;

  private List<Path> files() throws Exception {
    return new LinePlot(
            "The title",
            "Visual tokens kept",
            "Avg. Rel. (%)",
            List.of(
                new LinePlot.Series(ODD, List.of(16.0, 64.0, 576.0), List.of(80.0, 90.0, 100.0)),
                new LinePlot.Series("é", List.of(16.0), List.of(70.0))),
            64)
        .doublings()
        .with(new LinePlot.Level("full model", 100))
        .write(folder, "plot");
  }

  @Test
  void svgHasEveryWordAsText() throws Exception {
    NodeList texts =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(files().get(1).toFile())
            .getElementsByTagName("text");
    List<String> words = new ArrayList<>();
    for (int i = 0; i < texts.getLength(); i++) {
      words.add(texts.item(i).getTextContent());
    }
    assertTrue(
        words.containsAll(
            List.of("The title", "Visual tokens kept", "Avg. Rel. (%)", ODD, "é", "full model")),
        words.toString());
    // budgets where they were measured, and round values
    assertTrue(
        words.containsAll(List.of("16", "64", "576", "70", "100", "chosen: 64")), "" + words);
  }

  @Test
  void pdfHasEveryWordAsTextAndATableOfItsObjects() throws Exception {
    byte[] bytes = Files.readAllBytes(files().get(2));
    String pdf = new String(bytes, Charset.forName("windows-1252"));
    for (String word :
        List.of("(The title)", "(Avg. Rel. \\(%\\))", "(a<b & \\(c\\\\d\\))", "(é)", "(576)")) {
      assertTrue(pdf.contains(word + " Tj"), word);
    }
    Matcher start = Pattern.compile("startxref\n(\\d+)\n%%EOF").matcher(pdf);
    assertTrue(start.find());
    int table = Integer.parseInt(start.group(1));
    assertTrue(pdf.startsWith("xref\n0 7\n", table));
    String[] rows = pdf.substring(table).split("\n");
    for (int object = 1; object <= 6; object++) {
      int at = Integer.parseInt(rows[2 + object].substring(0, 10));
      assertTrue(pdf.startsWith(object + " 0 obj\n", at), "object " + object);
      assertEquals(20, rows[2 + object].length() + 1, "a row of the table has 20 bytes");
    }
    Matcher length = Pattern.compile("/Length (\\d+) >>\nstream\n").matcher(pdf);
    assertTrue(length.find());
    assertTrue(
        pdf.startsWith("\nendstream", length.end() + Integer.parseInt(length.group(1))),
        "the length of the drawing");
    // 3.35 inches of 72 points
    assertTrue(pdf.contains("/MediaBox [0 0 241.200 "), "the width of a column");
  }

  @Test
  void ticksAreRound() {
    assertEquals(List.of(30.0, 40.0, 50.0, 60.0), Ticks.round(27, 63, 6));
    assertEquals(List.of(-1.0, 0.0, 1.0), Ticks.round(-1.2, 1.4, 4));
    assertEquals(List.of(5.0), Ticks.round(5, 5, 7));
    assertTrue(Ticks.round(1e-9, 3e-9, 7).size() > 1);
    assertEquals("0.3", Ticks.text(0.1 + 0.2));
    assertEquals("12350", Ticks.text(12345.6));
    for (double high : new double[] {0.013, 0.97, 7.7, 99, 1234567}) {
      for (int most = 3; most < 9; most++) {
        int count = Ticks.round(0, high, most).size();
        assertTrue(count >= 2 && count <= most, high + " " + most + " " + count);
      }
    }
  }
}
