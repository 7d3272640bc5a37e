package io.qcpruner.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.cli.Main;
import io.qcpruner.model.backbone.PatchGeometry.Cell;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo on the embedded model, and its terminal pictures. */
final class DemoCommandTest {

  @TempDir Path folder;

  @Test
  void asksTheEmbeddedModelAndShowsWhatWasKept() throws IOException {
    StringWriter out = new StringWriter();
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .execute(
                "demo", "--questions", "1", "--grids", "--no-color", "--out", folder.toString());
    assertEquals(0, code);
    String text = out.toString();
    assertTrue(text.contains("QCPruner 32"), text);
    assertTrue(text.contains("DivPrune 128"), text);
    assertEquals(64, text.chars().filter(c -> c == '#').count(), "one mark per kept patch");
    assertEquals(672, ImageIO.read(folder.resolve("scene-1-qcpruner-64.png").toFile()).getWidth());
    assertEquals(336, ImageIO.read(folder.resolve("scene-1.png").toFile()).getWidth(), "as asked");
    String page = Files.readString(folder.resolve("index.html"));
    assertTrue(page.contains("scene-1-fastv-32.png"), "the grid holds every method");
    assertTrue(page.contains("<mark>"), "anchors are marked in the question");
    assertTrue(text.contains("layer from the model's calibration file"), text);
    assertTrue(page.indexOf("QCPruner 32") < page.indexOf("scene-1.png"), "results come first");
    assertTrue(page.contains("<figure class=\"right\">"), "right answers are marked");
    BufferedImage sheet = ImageIO.read(folder.resolve("scene-1-sheet.png").toFile());
    assertTrue(sheet.getWidth() > 4 * 336, "the scene once, then a column per budget");
    assertTrue(sheet.getHeight() > 3 * 336, "a row per method");
    String tokens = folder.resolve("tokens.safetensors").toString();
    out.getBuffer().setLength(0);
    assertEquals(
        0,
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .execute("select", tokens, "--budget", "64", "--json"));
    JsonNode selected = new ObjectMapper().readTree(out.toString());
    assertEquals(576, selected.get("tokens").intValue(), "every patch of the first scene");
    assertEquals(64, selected.get("kept").size());
  }

  @Test
  void theTableComesFirstAndSaysWhatToTryNext() {
    StringWriter out = new StringWriter();
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .execute("demo", "--questions", "1", "--out", folder.toString());
    assertEquals(0, code);
    List<String> lines = out.toString().lines().toList();
    assertTrue(lines.size() < 22, out.toString());
    assertTrue(lines.get(1).startsWith("method"), out.toString());
    assertTrue(out.toString().contains("qcpruner serve --model embedded"), out.toString());
  }

  @Test
  void noQuestionIsAMistake() {
    StringWriter err = new StringWriter();
    int code =
        Main.commandLine()
            .setErr(new PrintWriter(err, true))
            .execute("demo", "--questions", "0", "--out", folder.toString());
    assertEquals(2, code);
    assertTrue(err.toString().contains("at least 1 question"), err.toString());
  }

  @Test
  void keptPatchesKeepTheirColour() {
    BufferedImage picture = new BufferedImage(48, 48, BufferedImage.TYPE_INT_RGB);
    picture.setRGB(1, 1, 0xFF8040);
    String first = TerminalPicture.inColor(picture, List.of(new Cell(0, 0, 0)));
    assertTrue(first.startsWith("\u001b[38;2;255;128;64m"), "the first cell in full colour");
    assertTrue(
        TerminalPicture.inColor(picture, List.of()).startsWith("\u001b[38;2;51;25;12m"), "dimmed");
  }
}
