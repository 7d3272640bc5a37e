package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.model.synthetic.TinyFolder;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A checkpoint is packed, and the new folder answers without further options. */
final class PackCommandTest {
  @TempDir Path folder;
  private Path source;
  private Path packed;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void model() throws IOException {
    source = TinyFolder.write(TinyModel.LLAVA, folder.resolve("source"));
    packed = folder.resolve("packed");
  }

  private int run(String... args) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(args);
  }

  private int pack(String weights, String... more) {
    Stream<String> args =
        Stream.of(
            "pack", "--model", source.toString(), "--weights", weights, "--out", packed.toString());
    return run(Stream.concat(args, Stream.of(more)).toArray(String[]::new));
  }

  @Test
  void theNewFolderAnswersAlike() throws IOException {
    assertEquals(0, pack("int8", "--json"), err.toString());
    JsonNode report = new ObjectMapper().readTree(out.toString());
    assertEquals("int8", report.get("weights").textValue());
    assertEquals(Files.size(packed.resolve("model.safetensors")), report.get("bytes").longValue());
    assertEquals(answer(source, "--weights", "int8"), answer(packed));
    assertEquals(List.of("packed", "picture.png", "source"), names(folder)); // nothing staged stays
  }

  private JsonNode answer(Path model, String... more) throws IOException {
    Path image = folder.resolve("picture.png");
    ImageIO.write(new BufferedImage(90, 60, BufferedImage.TYPE_INT_RGB), "png", image.toFile());
    Stream<String> args =
        Stream.of(
            "ask",
            "--model",
            model.toString(),
            "--image",
            image.toString(),
            "--max-tokens",
            "6",
            "--json",
            "What is it?");
    assertEquals(
        0, run(Stream.concat(args, Stream.of(more)).toArray(String[]::new)), err.toString());
    return new ObjectMapper().readTree(out.toString()).get("answer");
  }

  private static List<String> names(Path of) throws IOException {
    try (Stream<Path> found = Files.list(of)) {
      return found.map(p -> p.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aFolderInUseStaysAsItIs() throws IOException {
    Files.createDirectories(packed);
    Files.writeString(packed.resolve("mine.txt"), "mine");
    assertEquals(2, pack("int4"));
    assertTrue(err.toString().contains("is not empty"), err.toString());
    assertEquals(List.of("mine.txt"), names(packed));
  }

  @Test
  void otherKindsAreRefused() {
    assertEquals(2, pack("stored"));
    assertTrue(err.toString().contains("int8, int4 or half, not stored"), err.toString());
    assertEquals(2, pack("int2"));
    assertTrue(err.toString().contains("not int2"), err.toString());
    assertFalse(Files.exists(packed));
  }

  @Test
  void aBadSourceLeavesNothing() throws IOException {
    Files.writeString(source.resolve("model.safetensors"), "nothing");
    assertEquals(1, pack("half"));
    assertTrue(err.toString().contains("model.safetensors"), err.toString());
    assertEquals(List.of("source"), names(folder));
  }
}
