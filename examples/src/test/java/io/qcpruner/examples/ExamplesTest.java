package io.qcpruner.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.cli.Main;
import io.qcpruner.core.method.Methods;
import io.qcpruner.model.Reply;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.Scene;
import io.qcpruner.pocket.scene.SceneGenerator;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples run, and commands find the method by its name. */
class ExamplesTest {
  @TempDir Path folder;

  private Path picture;
  private QuestionSet.Item item;

  @BeforeEach
  void draw() throws IOException {
    item = QuestionSet.of(Split.CALIBRATION, 1).get(0);
    Scene scene = QuestionSet.scene(new SceneGenerator(), item.sceneSeed());
    BufferedImage image =
        new BufferedImage(scene.width(), scene.height(), BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, scene.width(), scene.height(), scene.rgb(), 0, scene.width());
    picture = folder.resolve("scene.png");
    ImageIO.write(image, "png", picture.toFile());
  }

  @Test
  void aPictureIsAskedWithPruning() throws IOException {
    Reply reply = AskWithPruning.ask("embedded", picture, item.question().text());
    assertEquals(64, reply.keptTokens());
    assertEquals(64, reply.keptCells().size());
    assertFalse(reply.text().isBlank());
  }

  @Test
  void keptCellsArePrinted() throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      KeptCells.main(new String[] {"embedded", picture.toString(), item.question().text()});
    } finally {
      System.setOut(before);
    }
    assertEquals(64, printed.toString(StandardCharsets.UTF_8).lines().count());
  }

  @Test
  void aChatModelIsAsked() throws IOException {
    String reply = ChatModelQuestion.ask(picture, item.question().text());
    assertTrue(reply.endsWith(": 64 of 576"), reply);
  }

  @Test
  void tokensAreSelected() {
    assertEquals(64, SelectTokens.select(576, 64).kept().length);
  }

  @Test
  void theMethodIsKnownByItsName() {
    assertTrue(Methods.names().contains("norm"), Methods.names().toString());
  }

  @Test
  void askFindsTheMethod() {
    String[] words = {
      "ask",
      "--model",
      "embedded",
      "--image",
      picture.toString(),
      "--method",
      "norm:layer=3",
      "--budget",
      "32",
      "--json",
      item.question().text()
    };
    String out = run(words);
    assertTrue(out.contains("\"Norm\""), out);
  }

  @Test
  void evalFindsTheMethod() {
    String target = folder.resolve("run").toString();
    String[] words = {
      "eval",
      "--model",
      "embedded",
      "--tasks",
      "pocket-color",
      "--limit",
      "2",
      "--methods",
      "full,norm",
      "--budgets",
      "32",
      "--out",
      target
    };
    assertTrue(run(words).contains("norm"), "the method is in the table");
  }

  private static String run(String... words) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code =
        Main.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(words);
    assertEquals(0, code, err.toString());
    return out.toString();
  }
}
