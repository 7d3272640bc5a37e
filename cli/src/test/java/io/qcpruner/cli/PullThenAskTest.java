package io.qcpruner.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.qcpruner.checkpoint.synthetic.CheckpointRecipe;
import io.qcpruner.checkpoint.synthetic.CheckpointRecipe.Container;
import io.qcpruner.checkpoint.synthetic.NameLayout;
import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.checkpoint.weights.NumberType;
import io.qcpruner.model.synthetic.TinyFolder;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * First use of a model: pulled by its name from a hub, then asked, in every layout of every family.
 * The answer is that of the same checkpoint in a folder.
 */
class PullThenAskTest {
  @TempDir Path folder;

  /**
   * One published form of one family.
   *
   * @param tower name of the repository that holds the vision tower's configuration, or null
   */
  private record Form(CheckpointRecipe recipe, String tower) {}

  private static Map<String, Form> forms() {
    Map<String, Form> forms = new LinkedHashMap<>();
    forms.put("LLaVA-1.5, hub layout", form(TinyModel.LLAVA, NameLayout.B, r -> r));
    forms.put(
        "LLaVA-1.5, hub layout in shards of 16 bits",
        form(TinyModel.LLAVA, NameLayout.B, r -> r.with(NumberType.F16).withShards(30_000)));
    forms.put("LLaVA-1.5, newer names", form(TinyModel.LLAVA, NameLayout.C, r -> r));
    forms.put("LLaVA-1.5, newest names", form(TinyModel.LLAVA, NameLayout.D, r -> r));
    forms.put(
        "LLaVA-1.5, original with its tower apart",
        form(
            TinyModel.LLAVA,
            NameLayout.A,
            r -> r.withTowerApart().with(Container.PYTORCH_ZIP).withShards(30_000)));
    forms.put("LLaVA-NeXT, hub layout", form(TinyModel.NEXT, NameLayout.B, r -> r));
    forms.put("LLaVA-NeXT, original", form(TinyModel.NEXT, NameLayout.A, r -> r));
    forms.put("LLaVA-OneVision, hub layout", form(TinyModel.ONEVISION, NameLayout.B, r -> r));
    forms.put("LLaVA-OneVision, original", form(TinyModel.ONEVISION, NameLayout.A, r -> r));
    forms.put("LLaVA-Video, converted", form(TinyModel.VIDEO, NameLayout.B, r -> r));
    forms.put("LLaVA-Video, original", form(TinyModel.VIDEO, NameLayout.A, r -> r));
    forms.put(
        "Qwen2.5-VL, hub layout",
        form(TinyModel.QWEN, NameLayout.QWEN_OLD, r -> r.withFlatConfig()));
    forms.put("Qwen2.5-VL, newer names", form(TinyModel.QWEN, NameLayout.QWEN_NEW, r -> r));
    forms.put(
        "Qwen2-VL, hub layout",
        form(TinyModel.QWEN2, NameLayout.QWEN_OLD, r -> r.withFlatConfig()));
    forms.put("Qwen3-VL, hub layout", form(TinyModel.QWEN3, NameLayout.QWEN_NEW, r -> r));
    forms.put("SmolVLM", form(TinyModel.SMOLVLM, NameLayout.IDEFICS, r -> r));
    forms.put("InternVL3", form(TinyModel.INTERNVL, NameLayout.D, r -> r));
    forms.put("InternVL 3.5", form(TinyModel.INTERNVL35, NameLayout.D, r -> r));
    forms.put("Idefics3", form(TinyModel.IDEFICS3, NameLayout.IDEFICS, r -> r));
    return forms;
  }

  private static Form form(
      TinyModel model, NameLayout layout, UnaryOperator<CheckpointRecipe> change) {
    boolean siglip = model == TinyModel.VIDEO || model == TinyModel.ONEVISION;
    String tower = siglip ? "synthetic/siglip" : "synthetic/clip";
    CheckpointRecipe recipe = change.apply(TinyFolder.recipe(model, layout));
    return new Form(recipe, layout == NameLayout.A ? tower : null);
  }

  @TestFactory
  Stream<DynamicTest> everyLayout() {
    return forms().entrySet().stream()
        .map(entry -> dynamicTest(entry.getKey(), () -> pullAndAsk(entry.getValue())));
  }

  private void pullAndAsk(Form form) throws IOException {
    Path work = Files.createTempDirectory(folder, "form");
    Path source = TinyFolder.write(form.recipe, work.resolve("source"));
    Path cache = work.resolve("cache");
    String picture = picture(work);
    try (LocalHub hub = LocalHub.start().with("org/name", source)) {
      if (form.tower != null) {
        hub.with(form.tower, tower(form.recipe, work));
      }
      String[] where = {"--hub", hub.address(), "--cache", cache.toString()};
      Path pulled = Path.of(run("pull", "org/name", where).strip());
      assertTrue(pulled.startsWith(cache), pulled.toString());

      List<String> more = new ArrayList<>(List.of(where));
      more.addAll(List.of("--image", picture, "--max-tokens", "4", "--json"));
      more.addAll(List.of("--method", "divprune", "--budget", "5", "What color is the bus?"));
      if (form.tower != null && !form.recipe.towerApart()) {
        // the sizes of a tiny tower; published files have those of the tower they name
        more.addAll(List.of("--tower", form.tower));
      }
      JsonNode first = ask("org/name", more);
      assertEquals(5, first.at("/pruning/kept_tokens").intValue(), first.toString());
      JsonNode direct = ask(source.toString(), more);
      assertEquals(direct.get("answer"), first.get("answer"));
      // now everything is there: the network is not needed again
      more.add("--offline");
      assertEquals(first.get("answer"), ask("org/name", more).get("answer"));
    }
  }

  @Test
  void detailIsUsedAndSaid() throws IOException {
    Path model = TinyFolder.write(TinyModel.SMOLVLM, folder.resolve("detail"));
    List<String> more =
        List.of("--image", picture(folder), "--max-tokens", "2", "--json", "What is it?");
    int views = ask(model.toString(), more).at("/pruning/visuals/0/views").intValue();
    assertTrue(views > 1, "tiles and the whole");
    List<String> low = new ArrayList<>(List.of("--detail", "low"));
    low.addAll(more);
    JsonNode seen = ask(model.toString(), low).at("/pruning/visuals/0");
    assertEquals(
        "{\"kind\":\"image\",\"detail\":\"low\",\"views\":1,\"grid\":[3,3]}", seen.toString());
    CommandLine line = Main.commandLine();
    StringWriter err = new StringWriter();
    line.setErr(new PrintWriter(err));
    assertEquals(2, line.execute("ask", "--model", "embedded", "--detail", "medium", "Why?"));
    assertTrue(err.toString().contains("low, high or auto"), err.toString());
  }

  /** The tower as its own repository has it. */
  private static Path tower(CheckpointRecipe recipe, Path work) throws IOException {
    return TinyFolder.write(recipe.withTowerApart(), work.resolve("apart")).resolve("tower");
  }

  private static JsonNode ask(String model, List<String> more) throws IOException {
    List<String> words = new ArrayList<>(List.of("--model", model));
    words.addAll(more);
    return new ObjectMapper().readTree(run("ask", null, words.toArray(String[]::new)));
  }

  private static String run(String command, String argument, String... more) {
    List<String> words = new ArrayList<>(List.of(command));
    if (argument != null) {
      words.add(argument);
    }
    words.addAll(List.of(more));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    assertEquals(0, line.execute(words.toArray(String[]::new)), err.toString());
    return out.toString();
  }

  private static String picture(Path work) throws IOException {
    BufferedImage image = new BufferedImage(120, 90, BufferedImage.TYPE_INT_RGB);
    Graphics2D g = image.createGraphics();
    g.setColor(Color.ORANGE);
    g.fillOval(20, 10, 70, 60);
    g.dispose();
    Path file = work.resolve("picture.png");
    ImageIO.write(image, "png", file.toFile());
    return file.toString();
  }
}
