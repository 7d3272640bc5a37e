package io.qcpruner.cli.demo;

import io.qcpruner.cli.explain.LabelledSheet;
import io.qcpruner.cli.explain.Page;
import io.qcpruner.cli.option.Screen;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.media.internal.draw.Overlay;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.PatchGeometry.Cell;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.pocket.internal.score.SceneImages;
import io.qcpruner.pocket.question.Family;
import io.qcpruner.pocket.question.Question;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.SceneGenerator;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows pruning at work on the embedded model: no weights, no network, no GPU. */
@Command(
    name = "demo",
    description = "See pruning at work on the embedded model and built-in pictures.",
    footer = {"", "Example:", "  qcpruner demo --out demo"},
    mixinStandardHelpOptions = true)
public final class DemoCommand implements Callable<Integer> {
  private static final List<String> METHODS = List.of("qcpruner", "divprune", "fastv");
  private static final List<Integer> BUDGETS = List.of(128, 64, 32);
  private static final int LONGEST_ANSWER = 8;
  private static final String FORMAT = "Answer the question using";
  private static final List<String> HEADER =
      List.of("the scene", "", "128 of 576 tokens", "64 tokens", "32 tokens");

  private static final String NEXT =
      """

      next:
        the kept cells, drawn here:   qcpruner demo --grids
        a question of your own:       qcpruner ask --model embedded --image %1$s/scene-1.png --method qcpruner --budget 64 "What color is the star?"
        the same in a browser:        qcpruner serve --model embedded
      """;

  /** How many times larger than the scene its pictures are. */
  private static final int ENLARGED = 2;

  /** Attributes first: their pictures show best what a question is about. */
  private static final List<Family> FAMILIES =
      List.of(
          Family.COLOR,
          Family.READING,
          Family.SHAPE,
          Family.POSITION,
          Family.RELATION,
          Family.COUNT,
          Family.PRESENCE,
          Family.CHOICE,
          Family.VERBOSE);

  /** The budget whose kept patches are shown in the terminal. */
  private static final int SHOWN = 64;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "qcpruner-demo",
      description = "Folder for the page and its pictures (default: ${DEFAULT-VALUE}).")
  private Path folder;

  @Option(
      names = "--questions",
      paramLabel = "N",
      defaultValue = "9",
      description =
          "How many of the nine built-in questions to ask, each about its own picture (default:"
              + " ${DEFAULT-VALUE}).")
  private int questions;

  @Option(
      names = "--grids",
      description = "Print every question with its answers and the cells that QCPruner keeps.")
  private boolean grids;

  @Spec private CommandSpec spec;

  private PrintWriter out;
  private final DemoTable table = new DemoTable();

  @Override
  public Integer call() throws IOException {
    if (questions < 1) {
      throw new IllegalArgumentException("ask at least 1 question, not " + questions);
    }
    out = spec.commandLine().getOut();
    List<ShownScene> shown = new ArrayList<>();
    String where;
    try (VisionLanguageModel model = PocketModel.open()) {
      SceneGenerator scenes = new SceneGenerator();
      List<QuestionSet.Item> items = items(questions);
      warmUp(model, scenes, items.get(0));
      for (QuestionSet.Item item : items) {
        try (EncodedVisual seen =
            model.encode(SceneImages.of(QuestionSet.scene(scenes, item.sceneSeed())))) {
          shown.add(ask(model, seen, item.question(), "scene-" + (shown.size() + 1)));
          if (shown.size() == 1) {
            Ask question = Ask.of(item.question().text());
            DemoTokens.write(model, seen, question, folder.resolve("tokens.safetensors"));
          }
        }
      }
      where =
          "QCPruner prunes %s (%s)"
              .formatted(
                  model.method("qcpruner").stages().get(0),
                  model.defaults().origin(MethodSpec.of("qcpruner"), false));
    }
    out.println(where);
    out.print(table.text());
    out.println("page with every picture: " + page(shown, where));
    out.print(NEXT.formatted(folder));
    out.flush();
    return 0;
  }

  /** The results first, then every scene with what was kept of it. */
  private Path page(List<ShownScene> shown, String where) throws IOException {
    Page page = new Page(folder, "Visual token pruning on the embedded model");
    page.text(
        "A small multimodal model, which lies in this program, is asked about drawn scenes that it"
            + " was not trained on. Of the 576 visual tokens of a picture, each method keeps 128,"
            + " 64 or 32. A bright box is a token that stays; after the method's layer the decoder"
            + " runs on those alone, and dark patches are gone for it. Marked words of a question"
            + " are its anchors: QCPruner asks of every patch how well it fits one of them. Green"
            + " frames are right answers, red ones wrong; a click enlarges a picture.");
    page.section("Answers and times");
    page.text(where + ". Times are medians in ms on this machine.");
    page.table(DemoTable.HEADER, table.rows());
    for (ShownScene scene : shown) {
      page.sectionWithMarks(scene.question, scene.anchors);
      page.grid(HEADER, scene.original, scene.grid);
    }
    return page.write();
  }

  /**
   * What was kept of one scene.
   *
   * @param grid pictures by method, a column per budget
   */
  private record ShownScene(
      String question,
      Set<String> anchors,
      Page.Tile original,
      Map<String, List<Page.Tile>> grid) {}

  /** One question of each family, every one about another picture, without format instructions. */
  private static List<QuestionSet.Item> items(int most) {
    List<QuestionSet.Item> all =
        QuestionSet.of(Split.CALIBRATION, 2 * FAMILIES.size()).stream()
            .filter(item -> !item.question().text().contains(FORMAT))
            .toList();
    Set<Long> used = new HashSet<>();
    List<QuestionSet.Item> chosen = new ArrayList<>();
    for (Family family : FAMILIES) {
      all.stream()
          .filter(item -> item.question().family() == family && !used.contains(item.sceneSeed()))
          .findFirst()
          .ifPresent(
              item -> {
                used.add(item.sceneSeed());
                chosen.add(item);
              });
    }
    return chosen.subList(0, Math.min(most, chosen.size()));
  }

  /** Every kernel runs once before anything is timed. */
  private static void warmUp(
      VisionLanguageModel model, SceneGenerator scenes, QuestionSet.Item item) throws IOException {
    try (EncodedVisual seen =
        model.encode(SceneImages.of(QuestionSet.scene(scenes, item.sceneSeed())))) {
      Ask ask = Ask.of(item.question().text()).withMaxNewTokens(LONGEST_ANSWER);
      model.ask(seen, ask);
      for (String method : METHODS) {
        for (int budget : BUDGETS) {
          model.ask(seen, ask.with(MethodSpec.of(method, new Budget.Total(budget))));
        }
      }
    }
  }

  private ShownScene ask(
      VisionLanguageModel model, EncodedVisual seen, Question question, String name)
      throws IOException {
    Ask ask = Ask.of(question.text()).withMaxNewTokens(LONGEST_ANSWER);
    show(question.text());
    Reply full = model.ask(seen, ask);
    note("full", full, question);
    Overlay overlay = new Overlay(seen.frames().get(0));
    Overlay large = new Overlay(seen.frames().get(0), ENLARGED);
    Set<String> anchors = new HashSet<>();
    Map<String, List<Page.Tile>> grid = new LinkedHashMap<>();
    List<LabelledSheet.Row> sheet = new ArrayList<>();
    for (String method : METHODS) {
      List<LabelledSheet.Picture> line = new ArrayList<>();
      String label = model.method(method).label();
      for (int budget : BUDGETS) {
        MethodSpec spec = MethodSpec.of(method, new Budget.Total(budget));
        Reply reply = model.ask(seen, ask.with(spec));
        reply.anchors().ifPresent(a -> a.spans().forEach(span -> anchors.add(span.keyword())));
        note(label + " " + budget, reply, question);
        List<Cell> kept = EncodedVisual.cells(reply.survivors());
        line.add(
            new LabelledSheet.Picture(
                overlay.kept(seen.areas(kept)), reply.text(), verdictOf(reply, question)));
        BufferedImage shown = large.kept(seen.areas(kept));
        grid.computeIfAbsent(label, m -> new ArrayList<>())
            .add(tile(name + "-" + method + "-" + budget, shown, "", reply, question));
        if (grids && method.equals(METHODS.get(0)) && budget == SHOWN) {
          out.print(drawn(overlay, kept));
        }
      }
      sheet.add(new LabelledSheet.Row(label, line));
    }
    LabelledSheet.Picture scene =
        new LabelledSheet.Picture(overlay.original(), full.text(), verdictOf(full, question));
    new LabelledSheet(
            question.text(), scene, BUDGETS.stream().map(b -> b + " tokens").toList(), sheet)
        .write(Files.createDirectories(folder).resolve(name + "-sheet.png"));
    show("");
    return new ShownScene(
        question.text(),
        anchors,
        tile(name, overlay.original(), "full model, 576 tokens: ", full, question),
        grid);
  }

  private static Page.Tile tile(
      String name, BufferedImage image, String start, Reply reply, Question question) {
    Page.Tone tone = verdictOf(reply, question).tone();
    return new Page.Tile(name, image, start + verdict(reply, question), tone);
  }

  private void note(String setting, Reply reply, Question question) {
    boolean right = isRight(reply, question);
    table.add(setting, reply, right);
    show("  %-22s %s".formatted(setting, verdict(reply, question)));
  }

  /** A line of the long form. */
  private void show(String line) {
    if (grids) {
      out.println(line);
      out.flush();
    }
  }

  private static String verdict(Reply reply, Question question) {
    return isRight(reply, question)
        ? reply.text() + " (right)"
        : reply.text() + " (wrong: " + question.answer() + ")";
  }

  private static boolean isRight(Reply reply, Question question) {
    return verdictOf(reply, question) == LabelledSheet.Verdict.RIGHT;
  }

  private static LabelledSheet.Verdict verdictOf(Reply reply, Question question) {
    return LabelledSheet.Verdict.of(reply.text(), question.answer());
  }

  private String drawn(Overlay overlay, List<Cell> kept) {
    return Screen.of(spec).colored()
        ? TerminalPicture.inColor(overlay.original(), kept)
        : TerminalPicture.plain(kept);
  }
}
