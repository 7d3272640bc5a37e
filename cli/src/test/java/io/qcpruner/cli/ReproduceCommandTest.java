package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The paper's evaluation in one command. */
class ReproduceCommandTest {

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
  void runsGoOnAndTablesHaveEveryFormat() throws Exception {
    Path paper = folder.resolve("paper");
    String[] command = {
      "reproduce",
      "--model=embedded-clips",
      "--parts=edges,sparsevlm-anchors",
      "--limit=1",
      "--out=" + paper
    };
    assertEquals(0, run(command), () -> err);
    assertTrue(out.contains("not run: sparsevlm-anchors: the paper has"), out);
    for (String ending : List.of("md", "csv", "tex", "html")) {
      assertTrue(Files.size(paper.resolve("edges." + ending)) > 100, ending);
    }
    List<String> lines = Files.readAllLines(paper.resolve("edges.md"));
    assertTrue(lines.stream().anyMatch(l -> l.contains("c_ij*u_i*u_j")), lines::toString);
    assertTrue(Files.readString(paper.resolve("index.md")).contains("Not run:"));
    Path records = paper.resolve("runs/edges/predictions.jsonl");
    List<String> before = Files.readAllLines(records);
    assertEquals(3 * (1 + 3 * 4), before.size());
    // killed in the middle: the same command adds what is missing
    Files.write(records, before.subList(0, 20));
    assertEquals(0, run(command), () -> err);
    assertEquals(before.size(), Files.readAllLines(records).size());
  }

  @Test
  void figuresAreSheetsOfThreeSamples() throws Exception {
    Path paper = folder.resolve("figures");
    assertEquals(
        0, run("reproduce", "--model=embedded", "--parts=figures", "--out=" + paper), () -> err);
    assertTrue(out.contains("3 figures"), out);
    BufferedImage layers = ImageIO.read(paper.resolve("figure-layers.png").toFile());
    BufferedImage cues = ImageIO.read(paper.resolve("figure-cues.png").toFile());
    // nine layers, and a picture with three maps
    assertEquals((layers.getWidth() - 6) / 9, (cues.getWidth() - 6) / 4);
    assertTrue(Files.readString(paper.resolve("index.html")).contains("figure anchors"));
  }

  @Test
  void aPlanNeedsNeitherModelNorData() {
    assertEquals(
        0,
        run(
            "reproduce",
            "--model=llava-hf/llava-1.5-7b-hf",
            "--out=" + folder.resolve("none"),
            "--dry-run"),
        () -> err);
    assertTrue(out.contains("| main | llava-10 |"), out);
    assertTrue(out.contains("| figures | pope:130, pope:134, pope:138 |"), out);
    assertTrue(out.contains("answers, about"), out);
    assertTrue(out.contains("not run: the paper has no such table"), out);
    assertFalse(Files.exists(folder.resolve("none")));
  }

  /** With thirty passes the layers of the embedded models are noise. */
  @Test
  void aQuickPlanKeepsTheLayersSamples() {
    String into = "--out=" + folder.resolve("none");
    assertEquals(0, run("reproduce", "--model=embedded", into, "--quick", "--dry-run"), () -> err);
    assertTrue(out.contains("| layers | pocket-calibration | 1 | 180 |"), out);
    assertTrue(out.contains("| rho | pocket-calibration | 12 | 30 |"), out);
    assertTrue(out.contains("| depth | pocket | 85 | 270 |"), out);
  }

  @Test
  void wrongOptionsAreWrongUsage() {
    String into = "--out=" + folder;
    assertEquals(2, run("reproduce", "--model=embedded", into, "--parts=colours"));
    assertTrue(err.contains("unknown part colours; known: [main"), err);
    assertEquals(2, run("reproduce", "--model=embedded", into, "--quick", "--limit=3"));
    assertEquals(2, run("reproduce", "--model=embedded", into, "--limit=0"));
    assertEquals(2, run("reproduce", "--model=unheard/of", into, "--dry-run"));
    assertTrue(err.contains("the paper did not evaluate this family"), err);
  }
}
