package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** A clip model from its start to an evaluation, as a user types it. */
final class ClipCommandsTest {

  @TempDir Path folder;
  private String out;
  private String err;

  private int run(String... args) {
    StringWriter output = new StringWriter();
    StringWriter errors = new StringWriter();
    CommandLine line =
        Main.commandLine().setOut(new PrintWriter(output)).setErr(new PrintWriter(errors));
    int exit = line.execute(args);
    out = output.toString();
    err = errors.toString();
    return exit;
  }

  @Test
  void trainsExportsAndEvaluates() throws Exception {
    String checkpoint = "--checkpoint=" + folder.resolve("c.safetensors");
    Path model = folder.resolve("model");
    String[] train = {
      "pocket", "train", "--clips", checkpoint, "--minutes=0", "--score=1", "--export=" + model
    };
    assertEquals(0, run(train), () -> err);
    assertTrue(out.contains("step 0") && out.contains("motion "), out);

    Path runs = folder.resolve("run");
    String[] eval = {
      "eval",
      "--model=" + model,
      "--tasks=pocket-clips",
      "--methods=full,qcpruner,fastvid",
      "--budgets=2/frame",
      "--limit=1",
      "--out=" + runs
    };
    assertEquals(0, run(eval), () -> err);
    String records = Files.readString(runs.resolve("predictions.jsonl"));
    assertEquals(3 * 3, records.lines().count());
    assertTrue(
        out.contains("| qcpruner | 2/frame |") && out.contains("| fastvid | 2/frame |"), out);
    assertTrue(out.contains("pocket-clips-motion") && out.contains("pocket-clips-order"), out);
  }

  @Test
  void refusesWhatClipsDoNotHave() {
    String checkpoint = "--checkpoint=" + folder.resolve("c.safetensors");
    assertEquals(2, run("pocket", "train", "--clips", checkpoint, "--import-embedded"));
    assertTrue(err.contains("--clips starts from the embedded model by itself"), err);
    assertEquals(2, run("pocket", "train", "--clips", checkpoint, "--level=whole"));
    assertTrue(err.contains("no level 'whole', only [one, all, late-clips]"), err);
  }

  @Test
  void drawsClipsAndPicturesThatCanBeAskedAbout() throws Exception {
    Path clip = folder.resolve("clip");
    assertEquals(0, run("pocket", "draw", "--clip", "--number=3", "--out=" + clip), () -> err);
    assertTrue(out.contains("motion") && out.contains("order"), out);
    try (var frames = Files.list(clip.resolve("frames"))) {
      assertEquals(8, frames.count());
    }
    String[] ask = {
      "ask",
      "--model=embedded-clips",
      "--video=" + clip.resolve("frames"),
      "--questions=" + clip.resolve("questions.jsonl")
    };
    assertEquals(0, run(ask), () -> err);
    long asked = Files.readString(clip.resolve("questions.jsonl")).lines().count();
    assertEquals(asked, out.lines().count(), out);
    // eight frames, as the model was made for: with the usual 64 it would answer something else
    for (String answer : new String[] {"down", "square", "white"}) {
      assertTrue(out.contains("\"answer\":\"" + answer + "\""), out);
    }
    assertEquals(asked, Files.readString(clip.resolve("answers.jsonl")).lines().count());

    Path scene = folder.resolve("scene");
    assertEquals(0, run("pocket", "draw", "--out=" + scene), () -> err);
    assertTrue(Files.size(scene.resolve("scene.png")) > 0);
    String questions = Files.readString(scene.resolve("questions.jsonl"));
    assertTrue(questions.contains("\"id\":\"color\""), questions);
    byte[] first = Files.readAllBytes(scene.resolve("scene.png"));
    assertEquals(0, run("pocket", "draw", "--number=1", "--out=" + scene), () -> err);
    assertTrue(!java.util.Arrays.equals(first, Files.readAllBytes(scene.resolve("scene.png"))));
  }

  @Test
  void numbersOutsideTheSplitAreRefused() {
    String place = "--out=" + folder.resolve("x");
    assertEquals(2, run("pocket", "draw", "--number=-1", place));
    assertTrue(err.contains("--number is 0 to "), err);
    assertTrue(!Files.exists(folder.resolve("x")));
  }
}
