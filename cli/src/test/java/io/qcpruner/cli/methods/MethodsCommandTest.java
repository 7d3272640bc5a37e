package io.qcpruner.cli.methods;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.cli.Main;
import io.qcpruner.core.method.Methods;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Every method is listed, and every example works. */
final class MethodsCommandTest {
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

  private JsonNode json(String... args) throws Exception {
    List<String> all = new ArrayList<>(List.of("methods", "--json"));
    all.addAll(List.of(args));
    assertEquals(0, run(all.toArray(String[]::new)), () -> err);
    return new ObjectMapper().readTree(out);
  }

  @Test
  void listsAll() {
    assertEquals(0, run("methods"), () -> err);
    List<String> lines = out.lines().toList();
    Methods.names().forEach(name -> assertTrue(lines.contains(name), name));
    assertTrue(lines.contains("full"), out);
    assertTrue(
        lines.contains("    after layer 3; needs visual_cosine, text_cosine, text_alignment"));
    assertTrue(lines.contains("    not on this model; serves LLaVA-Video"), out);
    lines.forEach(line -> assertTrue(line.length() <= 80, line));
  }

  @Test
  void saysAllOfOne() {
    assertEquals(0, run("methods", "visionzip"), () -> err);
    for (String part :
        List.of(
            "visionzip: ",
            "acts     after vision",
            "needs    ",
            "serves   LLaVA-1.5, LLaVA-NeXT",
            "paper    VisionZip",
            "code     ",
            "contextual-share",
            "--method visionzip@25%")) {
      assertTrue(out.contains(part), part + " in " + out);
    }
    assertEquals(0, run("methods", "full"), () -> err);
    assertTrue(out.startsWith("full: "), out);
  }

  @Test
  void saysWhyAMethodIsRefused() throws Exception {
    assertEquals(0, run("methods", "evs"), () -> err);
    assertTrue(out.contains("refused  embedded: "), out);
    assertTrue(out.contains("--model embedded-clips"), out);
    assertFalse(json("evs").get("usable").asBoolean());
    assertTrue(json("evs", "--model", "embedded-clips").get("usable").asBoolean());
  }

  @ParameterizedTest
  @CsvSource({"fasv, fastv", "prunsid, prunesid", "QCPruner, qcpruner", "Dycok, dycoke"})
  void aMistypedNameIsAnsweredWithTheNearest(String typed, String meant) {
    assertEquals(2, run("methods", typed, "--model", "no/model", "--offline"));
    assertTrue(err.contains("did you mean " + meant + "?"), err);
    assertEquals("", out);
  }

  @Test
  void oneOfTheListIsTheSameAlone() throws Exception {
    for (JsonNode method : json().get("data")) {
      if (List.of("full", "qcpruner", "vscan").contains(method.get("name").asText())) {
        assertEquals(method, json(method.get("name").asText()));
      }
    }
  }

  /** All of them at once on one question: each budget is met, or the run would fail. */
  @ParameterizedTest
  @ValueSource(strings = {"embedded", "embedded-clips"})
  void everyExampleCanBeMet(String model) throws Exception {
    List<String> examples = new ArrayList<>();
    for (JsonNode method : json("--model", model).get("data")) {
      if (method.get("usable").asBoolean() && method.has("example")) {
        examples.add(method.get("example").asText());
      }
    }
    String task = model.equals("embedded") ? "pocket-color" : "pocket-clips-order";
    Path runs = folder.resolve(model);
    int exit =
        run(
            "eval",
            "--model=" + model,
            "--tasks=" + task,
            "--limit=1",
            "--methods=" + String.join(",", examples),
            "--out=" + runs);
    assertEquals(0, exit, () -> err);
    try (var records = Files.lines(runs.resolve("predictions.jsonl"))) {
      assertEquals(examples.size(), records.count());
    }
  }

  /** The commands under "Example", word by word, in another folder. */
  @ParameterizedTest
  @ValueSource(strings = {"visionzip", "dycoke"})
  void theExampleRunsAsItStands(String method) {
    assertEquals(0, run("methods", method), () -> err);
    List<String> commands =
        out.lines().filter(line -> line.startsWith("  qcpruner ")).map(String::strip).toList();
    assertEquals(2, commands.size(), out);
    for (String command : commands) {
      String[] words = command.substring("qcpruner ".length()).split(" ");
      for (int i = 1; i < words.length; i++) {
        if (words[i].matches("(scene|clip)(/.*)?")) {
          words[i] = folder.resolve(words[i]).toString();
        }
      }
      assertEquals(0, run(words), () -> command + ": " + err);
    }
    assertFalse(out.isBlank());
  }
}
