package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.checkpoint.synthetic.ModelShape;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.model.backbone.BackboneFamilies;
import io.qcpruner.model.backbone.BackboneSpec;
import io.qcpruner.model.synthetic.TinyFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** eval, report, calibrate and cost as a user types them, on a tiny random model. */
final class EvalCommandsTest {

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

  private String model() throws IOException {
    return TinyFolder.write(TinyModel.LLAVA, folder.resolve("tiny")).toString();
  }

  @Test
  void theEmbeddedModelHasAName() {
    Path runs = folder.resolve("embedded");
    assertEquals(
        0,
        run("eval", "--model=embedded", "--tasks=pocket-color", "--limit=1", "--out=" + runs),
        () -> err);
    assertTrue(out.contains("| full | all | 100.0* |"), out);

    assertEquals(0, run("anchors", "--model=embedded", "What color is the star?"), () -> err);
    assertTrue(out.contains("positions: [37, 40]"), out);
  }

  @Test
  void evaluatesResumesAndReports() throws IOException {
    String tiny = model();
    String runs = folder.resolve("run").toString();
    String[] eval = {
      "eval",
      "--model",
      tiny,
      "--tasks",
      "pocket-presence,pocket-color",
      "--methods",
      "full,qcpruner:rho=0.4,layer=1,fastv",
      "--budgets",
      "4,8",
      "--limit",
      "2",
      "--out",
      runs
    };
    assertEquals(0, run(eval), () -> err);
    assertTrue(out.contains("| qcpruner:layer=1,rho=0.4 | 4 |"), out);
    assertEquals(2 * 2 * 5, Files.readAllLines(folder.resolve("run/predictions.jsonl")).size());

    assertEquals(1, run(eval));
    assertTrue(err.contains("already holds a run; continue it with --resume"), err);
    String[] again = java.util.Arrays.copyOf(eval, eval.length + 1);
    again[eval.length] = "--resume";
    assertEquals(0, run(again), () -> err);
    assertTrue(out.contains("0 answers in"), out);
    String[] packed = java.util.Arrays.copyOf(again, again.length + 1);
    packed[again.length] = "--weights=half";
    assertEquals(1, run(packed));
    assertTrue(err.contains("weights=stored") && err.contains("weights=half"), err);
    packed[again.length] = "--no-shared-prefix";
    assertEquals(1, run(packed));
    assertTrue(err.contains("shared-prefix=on") && err.contains("shared-prefix=off"), err);

    Path report = folder.resolve("report");
    assertEquals(
        0,
        run(
            "report",
            runs,
            "--baseline",
            "fastv@4",
            "--resamples",
            "20",
            "--paper",
            "--efficiency",
            "pocket-color",
            "--out",
            report.toString(),
            "--submissions",
            folder.resolve("up").toString()),
        () -> err);
    assertTrue(out.contains("Difference to FastV at 4 "), out);
    assertTrue(out.contains("*4 Tokens (↓"), out);
    assertTrue(out.contains("is not the model of the paper's table"), out);
    assertTrue(out.contains("Efficiency on pocket-color"), out);
    for (String name :
        List.of("report.md", "report.csv", "report.tex", "report.html", "scores.json")) {
      assertTrue(Files.size(report.resolve(name)) > 0, name);
    }
    assertTrue(Files.exists(folder.resolve("up/full/pocket-color_answers.jsonl")));
    assertEquals(0, run("cost", "--run", runs), () -> err);
    assertTrue(out.contains("LLM Pre. (ms)"), out);
    Path page = folder.resolve("page.html");
    assertEquals(0, run("report", runs, runs, "--html", page.toString()), () -> err);
    String html = Files.readString(page);
    assertTrue(html.contains("pocket-color 2 of 200"), html.substring(0, 900));
    assertTrue(html.contains("Efficiency on"), html.substring(0, 400));
    assertEquals(2, run("report", runs, "--layout", "round"));
    assertEquals(0, run("report", runs, "--json"), () -> err);
    assertTrue(out.startsWith("["), out);
  }

  @Test
  void calibratesLayerAndFloorIntoOneFile() throws IOException {
    String tiny = model();
    Path file = folder.resolve("c.json");
    assertEquals(
        0,
        run(
            "calibrate",
            "layer",
            "--model",
            tiny,
            "--task",
            "pocket-calibration",
            "--limit",
            "3",
            "--top-k",
            "4",
            "--save",
            file.toString(),
            "--plot",
            folder.resolve("p").toString()),
        () -> err);
    assertTrue(out.contains("Top-4 Jac."), out);
    assertTrue(Files.exists(folder.resolve("p/layer-stability.svg")));
    assertEquals(
        0,
        run(
            "calibrate",
            "floor",
            "--model",
            tiny,
            "--task",
            "pocket-calibration",
            "--limit",
            "1",
            "--budget",
            "4",
            "--out",
            folder.resolve("floor").toString(),
            "--save",
            file.toString()),
        () -> err);
    assertTrue(out.contains("| 0.0 * |"), out);
    String saved = Files.readString(file);
    assertTrue(saved.contains("\"layer\"") && saved.contains("\"rho\""), saved);
    assertEquals(
        0,
        run(
            "eval",
            "--model",
            tiny,
            "--tasks",
            "pocket-shape",
            "--methods",
            "qcpruner",
            "--budgets",
            "4",
            "--limit",
            "1",
            "--calibration",
            file.toString(),
            "--out",
            folder.resolve("r").toString()),
        () -> err);
    assertTrue(out.contains("qcpruner:layer="), out);
    Path picture = folder.resolve("p/layer-stability.png");
    assertEquals(
        0,
        run(
            "ask",
            "--model",
            tiny,
            "--image",
            picture.toString(),
            "--method",
            "qcpruner",
            "--budget",
            "4",
            "--max-tokens",
            "1",
            "--calibration",
            file.toString(),
            "Red?"),
        () -> err);
    Files.writeString(file, Files.readString(file).replace("llava-1.5", "qwen2.5-vl"));
    assertEquals(
        2,
        run(
            "ask",
            "--model",
            tiny,
            "--image",
            picture.toString(),
            "--method",
            "qcpruner",
            "--budget",
            "4",
            "--calibration",
            file.toString(),
            "Red?"));
    assertTrue(err.contains("the calibration was made for qwen2.5-vl"), err);
    String task = "pocket-calibration";
    assertEquals(
        2, run("calibrate", "layer", "--model", tiny, "--task", task, "--save", file.toString()));
    assertTrue(err.contains("the calibration was made for qwen2.5-vl"), err);
    assertEquals("", out, "refused before anything is measured");
    assertEquals(2, run("calibrate"));
  }

  @Test
  void costPrintsTheTablesOfThePaper() {
    assertEquals(0, run("cost", "--backbone", "llava-next-pope", "--budgets", "320"));
    assertTrue(out.contains("| 320 | 12.34 | 11.09 | 5.02 | 5.89 |"), out);
    assertEquals(0, run("cost", "--json"));
    assertTrue(out.contains("\"flops_exact\""), out);
    assertEquals(
        0,
        run("cost", "--shape", "64,128,4,4,4,16", "--patches", "16", "--budgets", "4"),
        () -> err);
    assertEquals(2, run("cost", "--backbone", "gpt"));
    assertTrue(err.startsWith("qcpruner: unknown backbone gpt; known: [llava-1.5"), err);
  }

  /** Every published size of every family has a cost, less with pruning than without. */
  @Test
  void costKnowsTheShapesOfAllFamilies() throws IOException {
    for (ModelShape shape : BackboneFamilies.shapes()) {
      assertEquals(0, run("cost", "--backbone", shape.id(), "--json"), () -> err);
      JsonNode cost = new ObjectMapper().readTree(out).get(0);
      assertEquals(shape.id(), cost.get("backbone").textValue());
      BackboneSpec spec = BackboneFamilies.parse(shape.json());
      assertEquals(spec.methodFacts().hookLayer(), cost.get("layer").intValue(), shape.id());
      double before = cost.get("flops_full").doubleValue();
      for (JsonNode budget : cost.get("budgets")) {
        double exact = budget.get("flops_exact").doubleValue();
        assertTrue(exact < before, shape.id());
        before = exact;
      }
    }
  }

  @Test
  void mistakesAreOneClearLine() throws IOException {
    String tiny = model();
    String target = folder.resolve("x").toString();
    assertEquals(2, run("eval", "--model", tiny, "--tasks", "nosuch", "--out", target));
    assertTrue(err.startsWith("qcpruner: unknown task nosuch; known: [vqav2"), err);
    assertEquals(2, run("eval", "--model", tiny, "--tasks", "pope", "--out", target));
    assertEquals(
        "qcpruner: task pope needs a data folder; name it with --data DIR" + System.lineSeparator(),
        err);
    assertEquals(
        2,
        run(
            "eval",
            "--model",
            tiny,
            "--tasks",
            "pocket",
            "--methods",
            "fastvid",
            "--budgets",
            "4",
            "--out",
            target));
    assertTrue(err.contains("fastvid can't serve LLaVA-1.5"), err);
    assertEquals(1, run("report", target));
    assertTrue(err.contains("is not a run folder"), err);
    assertEquals(1, run("data", "verify", "--data", target));
    assertFalse(Files.exists(Path.of(target)));
    assertEquals(2, run("eval", "--tasks", "pope"));
    for (String help : List.of("eval", "report", "calibrate", "cost", "data", "pocket")) {
      assertEquals(0, run(help, "--help"));
      assertTrue(out.contains("Example"), help);
    }
  }

  @Test
  void aClusterDealsOutTheSamplesItself() throws IOException {
    String tiny = model();
    String target = folder.resolve("x").toString();
    String[] eval = {
      "eval", "--model", tiny, "--tasks", "pocket", "--out", target, "--engine=spark"
    };
    for (String refused : List.of("--workers=2", "--shard=1/2")) {
      String[] words = java.util.Arrays.copyOf(eval, eval.length + 1);
      words[eval.length] = refused;
      assertEquals(2, run(words));
      assertTrue(err.contains("Spark deals out the samples; use --answers-at-once"), err);
    }
    // this module does not bring Spark
    assertEquals(2, run(eval));
    assertTrue(err.contains("there is no engine spark on the class path, only [local]"), err);
    assertEquals(2, run("eval", "--model", tiny, "--tasks=pocket", "--out", target, "--master=a"));
    assertTrue(err.contains("; use --engine spark"), err);
    assertFalse(Files.exists(Path.of(target)));
  }

  @Test
  void verifyTellsWhatIsThere() throws IOException {
    Path data = Files.createDirectories(folder.resolve("data/llava_eval/vizwiz"));
    Files.writeString(
        data.resolve("llava_test.jsonl"),
        "{\"question_id\": 0, \"image\": \"a.jpg\", \"text\": \"t\"}\n");
    String root = folder.resolve("data").toString();
    assertEquals(1, run("data", "verify", "--data", root));
    assertTrue(out.contains("| vizwiz/llava | broken | vizwiz/llava: 1 rows instead of 8000"), out);
    Files.createDirectories(data.resolve("test"));
    Files.write(data.resolve("test/a.jpg"), new byte[] {1});
    assertEquals(0, run("data", "verify", "--data", root, "--allow-partial"));
    assertTrue(out.contains("| vizwiz/llava | ok | 1 samples in 1 files |"), out);
    assertTrue(out.contains("| pope/llava | absent |"), out);
  }
}
