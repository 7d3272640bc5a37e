package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.cli.explain.LabelledSheet;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.TaskCatalog;
import io.qcpruner.eval.task.TaskOptions;
import io.qcpruner.model.synthetic.TinyFolder;
import io.qcpruner.tasks.PocketTask;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands as a user runs them, on a tiny checkpoint and a picture drawn here. */
final class AskAndExplainTest {
  private static final String QUESTION = "What color is the bus on the left?";

  @TempDir Path folder;
  private Path model;
  private Path image;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void modelAndPicture() throws IOException {
    model = TinyFolder.write(TinyModel.LLAVA, folder.resolve("model"));
    BufferedImage picture = new BufferedImage(90, 60, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = picture.createGraphics();
    g.setColor(Color.RED);
    g.fillRect(10, 10, 30, 30);
    g.dispose();
    image = folder.resolve("picture.png");
    ImageIO.write(picture, "png", image.toFile());
  }

  private int run(String command, String... more) {
    List<String> args = new ArrayList<>(List.of(command, "--model", model.toString()));
    args.addAll(List.of(more));
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(args.toArray(String[]::new));
  }

  @Test
  void questionsOfAFileAreAnsweredInOrder() throws IOException {
    Path file = folder.resolve("questions.jsonl");
    Files.writeString(
        file, "{\"id\":7,\"question\":\"What is left?\"}\n\n{\"question\":\"What is right?\"}\n");
    String[] common = {"--image", image.toString(), "--max-tokens", "3"};
    List<String> more = new ArrayList<>(List.of(common));
    more.addAll(List.of("--questions", file.toString()));
    assertEquals(0, run("ask", more.toArray(String[]::new)), err.toString());
    String[] lines = out.toString().strip().split("\\R");
    assertEquals(2, lines.length);
    JsonNode first = new ObjectMapper().readTree(lines[0]);
    assertEquals(7, first.get("id").intValue());
    assertEquals("What is left?", first.get("question").textValue());
    assertEquals(
        "What is right?", new ObjectMapper().readTree(lines[1]).get("question").textValue());
    out.getBuffer().setLength(0);
    assertEquals(
        0, run("ask", "--image", image.toString(), "--max-tokens", "3", "--json", "What is left?"));
    assertEquals(new ObjectMapper().readTree(out.toString()).get("answer"), first.get("answer"));
  }

  @Test
  void promptsAreWrittenInTheAskedFormat() throws IOException {
    Path template = model.resolve("chat_template.jinja");
    Files.writeString(template, "<image>{{ messages[0].content[-1].text }}");
    String[] question = {"--image", image.toString(), "--max-tokens", "2", "--json", "abc"};
    assertEquals(0, run("ask", question), err.toString());
    JsonNode own = new ObjectMapper().readTree(out.toString());
    int visual = own.findValue("visual_tokens").intValue();
    assertEquals(visual + 3, own.findValue("prompt_tokens").intValue(), own.toString());
    out.getBuffer().setLength(0);
    List<String> family = new ArrayList<>(List.of("--chat-template", "family"));
    family.addAll(List.of(question));
    assertEquals(0, run("ask", family.toArray(String[]::new)), err.toString());
    assertTrue(
        new ObjectMapper().readTree(out.toString()).findValue("prompt_tokens").intValue()
            > visual + 9);
    Files.writeString(template, "<image>\n{{ messages[0] x }}");
    assertEquals(1, run("ask", question));
    assertTrue(
        err.toString().contains("chat_template.jinja line 2: x where }} should be"),
        err.toString());
    family.set(1, "nowhere.jinja");
    assertEquals(1, run("ask", family.toArray(String[]::new)));
    assertTrue(err.toString().contains("nowhere.jinja"), err.toString());
  }

  @Test
  void badQuestionLinesAreNamed() throws IOException {
    Path file = folder.resolve("questions.jsonl");
    Files.writeString(file, "{\"question\":\"What?\",\"picture\":\"x\"}\n");
    assertEquals(1, run("ask", "--image", image.toString(), "--questions", file.toString()));
    assertTrue(err.toString().contains("line 1: unknown field picture"), err.toString());
    assertEquals(
        2, run("ask", "--image", image.toString(), "--questions", file.toString(), "And this?"));
  }

  @Test
  void aBudgetAloneAsksForQcPrunerWithTheModelsOwnLayer() throws IOException {
    Files.writeString(
        model.resolve("qcpruner_calibration.json"),
        "{\"format\":1,\"family\":\"llava-1.5\",\"layer\":0,\"rho\":0.25}");
    assertEquals(0, ask("--budget", "5", "--json", QUESTION), err.toString());
    JsonNode reply = new ObjectMapper().readTree(out.toString());
    assertEquals(5, reply.at("/pruning/kept_tokens").intValue());
    assertEquals("QCPruner", reply.at("/pruning/label").textValue());
    assertTrue(reply.at("/pruning/stages/0/stage").textValue().contains("0"), out.toString());
    assertTrue(
        reply.get("settings_from").textValue().startsWith("layer from the model's calibration"),
        out.toString());
    out.getBuffer().setLength(0);
    assertEquals(0, ask("--budget", "5", "--layer", "1", QUESTION), err.toString());
    assertTrue(
        out.toString().contains("layer given, rho from the model's calibration"), out.toString());
  }

  /** Each method of the list is asked with its own settings, those of its anchors included. */
  @Test
  void methodsOfAListKeepTheirAnchorSettings() throws IOException {
    String methods = "qcpruner:keywords=1,qcpruner:keywords=6";
    List<String> args = new ArrayList<>(List.of("--image", image.toString(), "--budget", "5"));
    args.addAll(List.of("--methods", methods, "--json", "--out", folder.resolve("out").toString()));
    args.add(QUESTION);
    assertEquals(0, run("explain", args.toArray(String[]::new)), err::toString);
    JsonNode told = new ObjectMapper().readTree(out.toString()).get("methods");
    assertEquals(1, told.at("/0/anchors").size(), told.toString());
    assertEquals(3, told.at("/1/anchors").size(), told.toString());
  }

  /** A sample by its number: its own question, its right answer, a map of each keyword's cue. */
  @Test
  void aSampleOfABenchmarkIsExplained() throws IOException {
    Path into = folder.resolve("sample");
    String[] args = {
      "--sample=pocket-presence:3", "--methods=random", "--budget=5", "--json", "--out=" + into
    };
    assertEquals(0, run("explain", args), err::toString);
    Sample third = sample("pocket-presence", 3);
    assertEquals(
        third.prompt(), new ObjectMapper().readTree(out.toString()).get("question").textValue());
    String page = Files.readString(into.resolve("index.html"));
    assertTrue(page.contains("(wrong)") || page.contains("(right)"), "judged by its gold answer");
    assertTrue(Files.exists(into.resolve("keyword-alignment-1.png")));
  }

  private static Sample sample(String task, int row) throws IOException {
    TaskCatalog catalog = PocketTask.catalog(TaskOptions.PAPER);
    return catalog.task(task).load(Optional.empty(), ModelProfile.LLAVA_1_5).samples().get(row);
  }

  @Test
  void samplesThatAreNotThereAreNamed() {
    assertEquals(2, run("explain", "--sample=pocket-presence:200", "--budget=5"));
    assertTrue(err.toString().contains("pocket-presence has no sample 200; it has 200"), "row");
    assertEquals(2, run("explain", "--sample=pope:1", "--budget=5"));
    assertTrue(err.toString().contains("pope needs a data folder"), err.toString());
    assertEquals(2, run("explain", "--sample=popes:1", "--budget=5"));
    assertTrue(err.toString().contains("unknown task popes"), err.toString());
    assertEquals(2, run("explain", "--sample=pope", "--budget=5"));
    assertTrue(err.toString().contains("TASK:NUMBER"), err.toString());
    assertEquals(2, run("explain", "--sample=pocket-presence:1", "--budget=5", QUESTION));
    assertTrue(err.toString().contains("has its own question"), err.toString());
    assertEquals(2, run("explain", "--image", image.toString(), "--budget=5"));
    assertTrue(err.toString().contains("name a QUESTION"), err.toString());
    assertEquals(2, run("explain", "--budget=5", QUESTION));
    assertTrue(err.toString().contains("--sample"), err.toString());
  }

  @Test
  void unknownColorsAreAWrongUsage() {
    String[] args = {"--image", image.toString(), "--budget", "5", "--colors", "pink", QUESTION};
    assertEquals(2, run("explain", args));
    assertTrue(err.toString().contains("blue-yellow or red-yellow"), err.toString());
  }

  @Test
  void matchAndScopeAreChecked() {
    assertEquals(0, ask("--budget", "5", "--match", "cased", "--scope", "prompt", QUESTION));
    assertEquals(2, ask("--budget", "5", "--match", "fuzzy", QUESTION));
    assertTrue(err.toString().contains("word, literal, spaced or cased"), err.toString());
  }

  private int ask(String... more) {
    List<String> args = new ArrayList<>(List.of("--image", image.toString(), "--max-tokens", "4"));
    args.addAll(List.of(more));
    return run("ask", args.toArray(String[]::new));
  }

  @Test
  void askPrunesAndReports() throws IOException {
    assertEquals(
        0, ask("--method", "qcpruner", "--budget", "5", "--json", QUESTION), err::toString);
    JsonNode json = new ObjectMapper().readTree(out.toString());
    assertEquals(16, json.at("/pruning/visual_tokens").asInt());
    assertEquals(5, json.at("/pruning/kept_tokens").asInt());
    assertEquals(5, json.at("/pruning/stages/0/kept").size());
    assertEquals("after layer 1", json.at("/pruning/stages/0/stage").asText());
    assertTrue(json.get("timings").has("selection_ms"));
    assertEquals(3, json.at("/pruning/anchors/words").size());
  }

  @Test
  void aCalibrationSetsTheLayerUnlessTheUserDoes() throws IOException {
    Path file = folder.resolve("calibration.json");
    Files.writeString(
        file,
        "{\"format\":1,\"family\":\"llava-1.5\",\"checksum\":\"x\",\"layer\":2,\"source\":\"test\"}");
    String[] common = {"--method", "qcpruner", "--budget", "5", "--calibration", file.toString()};
    assertEquals("after layer 2", stage(common));
    assertEquals("after layer 0", stage(append(common, "--layer", "0")));
  }

  private String stage(String... args) throws IOException {
    out.getBuffer().setLength(0);
    assertEquals(0, ask(append(args, "--json", QUESTION)), err::toString);
    JsonNode json = new ObjectMapper().readTree(out.toString());
    return json.at("/pruning/stages/0/stage").asText();
  }

  private static String[] append(String[] args, String... more) {
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(List.of(more));
    return all.toArray(String[]::new);
  }

  @Test
  void askWithoutMethodRunsTheFullModel() {
    assertEquals(0, ask(QUESTION), err::toString);
    assertTrue(out.toString().contains("visual tokens  16 -> 16"), out.toString());
  }

  @Test
  void badInputIsOneClearLine() {
    assertFails("budget must be at least 1", "--method", "qcpruner", "--budget", "0", QUESTION);
    assertFails("at least 1 token, not -3", "--method", "qcpruner", "--budget", "-3", QUESTION);
    assertFails("(0, 1], not 1.5", "--method", "qcpruner", "--budget", "1.5", QUESTION);
    assertFails("none of 64", "--method", "qcpruner", "--budget", "many", QUESTION);
    assertFails("needs --budget", "--method", "qcpruner", QUESTION);
    assertFails("known: qcpruner", "--method", "nope", "--budget", "5", QUESTION);
    assertFails("LLaVA-1.5", "--method", "fastvid", "--budget", "5", QUESTION);
    assertFails("out of range", "--method", "qcpruner", "--budget", "5", "--layer", "9", QUESTION);
    assertFails("rho", "--method", "qcpruner", "--budget", "5", "--rho", "-1", QUESTION);
    assertFails("question is empty", " ");
  }

  private void assertFails(String part, String... args) {
    err.getBuffer().setLength(0);
    assertEquals(2, ask(args));
    assertTrue(err.toString().contains(part), err.toString());
    assertEquals(1, err.toString().lines().count(), err.toString());
  }

  @Test
  void missingPictureIsNamed() {
    assertEquals(1, run("ask", "--image", folder.resolve("none.png").toString(), QUESTION));
    assertTrue(err.toString().contains("none.png"), err.toString());
  }

  /** Rows are methods, columns budgets; answers are marked, and the sheet holds it all. */
  @Test
  void severalBudgetsMakeALabelledSheet() throws IOException {
    Path page = folder.resolve("sheet");
    String picture = image.toString();
    String[] common = {
      "--image", picture, "--methods", "qcpruner,random", "--out", page.toString()
    };
    List<String> args = new ArrayList<>(List.of(common));
    args.addAll(List.of("--budgets", "6,4", QUESTION));
    assertEquals(0, run("explain", args.toArray(String[]::new)), err::toString);
    String html = Files.readString(page.resolve("index.html"));
    assertTrue(html.contains("<th>6 tokens</th><th>4 tokens</th>"), html);
    assertTrue(html.contains("<th>QCPruner</th>"), html);
    for (String name : List.of("kept-qcpruner@6", "kept-qcpruner@4", "kept-random@4")) {
      assertTrue(Files.exists(page.resolve(name + ".png")), name);
    }
    assertTrue(html.contains("the full model") && !html.contains("class=\"wrong\""), html);
    assertTrue(!html.contains("come from: ."), "the origin of layer and floor is named");
    BufferedImage sheet = ImageIO.read(page.resolve("sheet.png").toFile());
    // a scene and two columns of 336 points
    assertTrue(sheet.getWidth() > 3 * 336 && sheet.getHeight() > 2 * 224, sheet.toString());
    args.addAll(0, List.of("--answer", "no model of this size says that"));
    assertEquals(0, run("explain", args.toArray(String[]::new)), err::toString);
    String marked = Files.readString(page.resolve("index.html"));
    assertEquals(5, marked.split("class=\"wrong\"", -1).length - 1, "the full model's and four");
    assertEquals(2, run("explain", "--image", picture, "--budgets", "6,none", QUESTION));
    assertTrue(err.toString().contains("none"), err.toString());
  }

  @Test
  void verdicts() {
    assertEquals(LabelledSheet.Verdict.RIGHT, LabelledSheet.Verdict.of(" Red.", "red"));
    assertEquals(LabelledSheet.Verdict.WRONG, LabelledSheet.Verdict.of("dark red", "red"));
    assertEquals(LabelledSheet.Verdict.SAME, LabelledSheet.Verdict.beside("Yes", "yes!"));
    assertEquals(LabelledSheet.Verdict.OTHER, LabelledSheet.Verdict.beside("", "yes"));
  }

  @Test
  void explainWritesAPageWithEveryPicture() throws IOException {
    Path page = folder.resolve("page");
    int code =
        run(
            "explain",
            "--image",
            image.toString(),
            "--budget",
            "5",
            "--methods",
            "qcpruner,visionzip,sparsevlm",
            "--json",
            "--colors",
            "red-yellow",
            "--out",
            page.toString(),
            QUESTION);
    assertEquals(0, code, err::toString);
    JsonNode told = new ObjectMapper().readTree(out.toString());
    assertEquals(3, told.get("methods").size());
    JsonNode step = told.get("methods").get(0).get("stages").get(0);
    assertEquals(5, step.get("order").size());
    assertEquals(5, step.get("gains").size());
    String html = Files.readString(page.resolve("index.html"));
    for (String name :
        List.of(
            "original",
            "kept-qcpruner",
            "keyword-1",
            "keyword-3",
            "keywords",
            "kept-visionzip",
            "kept-sparsevlm",
            "cue-similarity",
            "cue-alignment",
            "utility",
            "alignment-anchors",
            "alignment-prompt",
            "layer-02",
            "layer-03")) {
      assertTrue(html.contains(name + ".png"), name);
      assertEquals(4 * 90, ImageIO.read(page.resolve(name + ".png").toFile()).getWidth(), name);
    }
    assertTrue(step.get("share_of_optimum").asDouble() > 0.5, step::toString);
    assertTrue(html.contains("within "), "QCPruner's choice has a certificate");
    assertTrue(html.contains("<title>pick 5: row "), "every pick tells its place and gain");
    assertTrue(html.contains("class=\"legend\""), "the colours have a legend");
    int strip = html.indexOf("<div class=\"strip\">");
    assertTrue(html.indexOf("layer-03.png") > strip, "layers stand in one row");
    assertEquals(1, html.split("figure class=\"chosen\"", -1).length - 1, "one hook layer");
  }
}
