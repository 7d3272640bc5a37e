package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.checkpoint.weights.SafetensorsFile;
import io.qcpruner.checkpoint.weights.SafetensorsWriter;
import io.qcpruner.checkpoint.weights.TensorSpec;
import io.qcpruner.core.prune.PruneTrace;
import io.qcpruner.media.MediaLimits;
import io.qcpruner.media.MediaSource;
import io.qcpruner.media.reader.MediaReader;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.synthetic.GeneratedCheckpoint;
import io.qcpruner.pocket.PocketModel;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TraceCommandTest {
  @TempDir Path folder;
  private Path pixels;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void tinyCheckpoint() throws IOException {
    GeneratedCheckpoint.write(
        CheckpointRecipe.of(TinyModel.LLAVA.json(), NameLayout.B), folder.resolve("model"));
    pixels = folder.resolve("pixels.safetensors");
    try (SafetensorsWriter writer =
        new SafetensorsWriter(
            pixels, List.of(new TensorSpec("pixel_values", NumberType.F32, 1, 3, 56, 56)))) {
      writer.floats(new float[3 * 56 * 56]);
      writer.finish();
    }
  }

  private int run(String... arguments) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  @Test
  void writesRawPromptWithAMethod() throws IOException {
    Path trace = folder.resolve("trace.safetensors");
    int code =
        run(
            "trace",
            "--model=" + folder.resolve("model"),
            "--input-ids=1,7,9,95,11,13,17,19",
            "--pixels=" + pixels,
            "--layers=1,2",
            "--method=qcpruner",
            "--budget=4",
            "--layer=1",
            "--out=" + trace);
    assertEquals(0, code, err.toString());
    try (SafetensorsFile file = SafetensorsFile.open(trace)) {
      assertEquals(23 * 32, file.floats("hidden.1").length);
      assertEquals((23 - 12) * 32, file.floats("hidden.2").length);
      assertEquals(4, file.longs("kept").length);
      assertFalse(file.has("hidden.0"));
    }
    assertTrue(out.toString().contains("hidden.1 [23, 32]"), out.toString());
  }

  /** A question's anchors are its keywords, as in {@code ask}. */
  @Test
  void questionsAreTracedAsTheyAreAsked() throws IOException {
    Path picture = folder.resolve("picture.png");
    BufferedImage image = new BufferedImage(336, 336, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < 60 * 60; i++) {
      image.setRGB(100 + i % 60, 140 + i / 60, 0xC02020);
    }
    ImageIO.write(image, "png", picture.toFile());
    Path model = PocketModel.unpack(folder.resolve("pocket"));
    Path trace = folder.resolve("asked.safetensors");
    String question = "Is the square on the left or on the right?";
    int code =
        run(
            "trace",
            "--model=" + model,
            "--image=" + picture,
            "--layers=3",
            "--method=qcpruner",
            "--layer=3",
            "--budget=32",
            "--out=" + trace,
            question);
    assertEquals(0, code, err.toString());
    try (SafetensorsFile file = SafetensorsFile.open(trace);
        VisionLanguageModel opened = VisionLanguageModel.open(model)) {
      try (EncodedVisual seen =
          opened.encode(
              new MediaReader(MediaLimits.DEFAULT)
                  .image(MediaSource.parse(picture.toString()), opened.alpha()))) {
        Ask ask = Ask.of(question).withMaxNewTokens(1).withMethod("qcpruner:layer=3@32");
        Reply reply = opened.ask(seen, ask);
        PruneTrace asked = reply.steps().get(0).result().trace();
        assertArrayEquals(asked.utility(), file.floats("utility"), 1e-5f);
        assertTrue(reply.anchors().orElseThrow().keywords().size() < 6, "not every word");
      }
    }
  }

  @Test
  void failsInOneLine() {
    int code =
        run(
            "trace",
            "--model=" + folder.resolve("model"),
            "--input-ids=1,2",
            "--layers=9",
            "--out=" + folder.resolve("x"));
    assertEquals(2, code);
    assertEquals(1, err.toString().lines().count(), err.toString());
    assertTrue(err.toString().contains("layer 9"), err.toString());
  }

  @Test
  void idsAndRowsThatDoNotExistAreNamed() {
    String model = "--model=" + folder.resolve("model");
    String out = "--out=" + folder.resolve("x");
    assertEquals(2, run("trace", model, "--input-ids=1,99999999", out));
    assertTrue(
        err.toString().contains("token id 99999999 is none of the model's 0 to "), err.toString());
    assertEquals(2, run("trace", model, "--input-ids=1,-5", out));
    assertTrue(err.toString().contains("token id -5 is none of the model's"), err.toString());
    assertEquals(2, run("trace", model, "--input-ids=1,2", "--anchors=500", "--budget=1", out));
    assertTrue(
        err.toString().contains("anchor row 500 is none of the prompt's 0 to "), err.toString());
  }
}
