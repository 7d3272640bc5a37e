package io.qcpruner.cli.demo;

import io.qcpruner.cli.explain.Page;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.media.draw.Overlay;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.model.backbone.PatchGeometry.Cell;
import io.qcpruner.model.prune.PruneRequest;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.pocket.question.Family;
import io.qcpruner.pocket.question.Question;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.SceneGenerator;
import io.qcpruner.pocket.score.SceneImages;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
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
  private static final List<String> HEADER =
      List.of("", "128 of 576 tokens", "64 tokens", "32 tokens");

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
      names = "--no-color",
      description = "Draw with characters only; also set by the variable NO_COLOR.")
  private boolean noColor;

  @Spec private CommandSpec spec;

  private PrintWriter out;
  private final DemoTable table = new DemoTable();

  @Override
  public Integer call() throws IOException {
    if (questions < 1) {
      throw new IllegalArgumentException("ask at least 1 question, not " + questions);
    }
    out = spec.commandLine().getOut();
    Page page = new Page(folder, "QCPruner on the embedded model");
    page.text(
        "Each picture was made for this demo and never seen in training. A bright box is a visual"
            + " token that stays; behind the method's layer the decoder runs on those alone, and"
            + " dark patches are gone for it. Marked words of a question are its anchors: QCPruner"
            + " asks of every patch how well it fits one of them.");
    try (VisionLanguageModel model = PocketModel.open()) {
      SceneGenerator scenes = new SceneGenerator();
      int number = 0;
      List<QuestionSet.Item> items = items(questions);
      warmUp(model, scenes, items.get(0));
      for (QuestionSet.Item item : items) {
        try (EncodedVisual seen =
            model.encode(SceneImages.of(QuestionSet.scene(scenes, item.sceneSeed())))) {
          show(model, seen, item.question(), "scene-" + ++number, page);
        }
      }
      String layer = model.method("qcpruner").stages().get(0).toString();
      String origin = model.defaults().origin(MethodSpec.of("qcpruner"), false);
      page.section("Answers and times");
      page.text("QCPruner prunes " + layer + " (" + origin + "). Times are means in ms.");
      out.println("QCPruner prunes " + layer + " (" + origin + ")");
    }
    out.print(table.text());
    page.table(DemoTable.HEADER, table.rows());
    out.println("page: " + page.write());
    out.flush();
    return 0;
  }

  /** One question of each family, every one about another picture. */
  private static List<QuestionSet.Item> items(int most) {
    List<QuestionSet.Item> all = QuestionSet.of(Split.CALIBRATION, Family.values().length);
    Set<Long> used = new HashSet<>();
    List<QuestionSet.Item> chosen = new ArrayList<>();
    for (Family family : Family.values()) {
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
          model.ask(seen, ask.with(request(model, method, budget)));
        }
      }
    }
  }

  private static PruneRequest request(VisionLanguageModel model, String method, int budget) {
    return new PruneRequest(model.method(method), new Budget.Total(budget));
  }

  private void show(
      VisionLanguageModel model, EncodedVisual seen, Question question, String name, Page page)
      throws IOException {
    Ask ask = Ask.of(question.text()).withMaxNewTokens(LONGEST_ANSWER);
    out.println(question.text());
    Reply full = model.ask(seen, ask);
    note("full", full, question);
    Overlay overlay = new Overlay(seen.frames().get(0));
    Set<String> anchors = new HashSet<>();
    Map<String, List<Page.Tile>> grid = new LinkedHashMap<>();
    List<BufferedImage> sheet = new ArrayList<>(List.of(overlay.original()));
    for (String method : METHODS) {
      for (int budget : BUDGETS) {
        PruneRequest request = request(model, method, budget);
        Reply reply = model.ask(seen, ask.with(request));
        reply.anchors().ifPresent(a -> a.spans().forEach(span -> anchors.add(span.keyword())));
        note(request.pruner().label() + " " + budget, reply, question);
        List<Cell> kept = EncodedVisual.cells(reply.survivors());
        BufferedImage drawn = overlay.kept(seen.areas(kept));
        grid.computeIfAbsent(request.pruner().label(), m -> new ArrayList<>())
            .add(
                new Page.Tile(name + "-" + method + "-" + budget, drawn, verdict(reply, question)));
        if (method.equals(METHODS.get(0))) {
          sheet.add(drawn);
          if (budget == SHOWN) {
            out.print(drawn(overlay, kept));
          }
        }
      }
    }
    page.sectionWithMarks(question.text(), anchors);
    page.picture(name, overlay.original(), "full model, 576 tokens: " + verdict(full, question));
    page.grid(HEADER, grid);
    Sheets.write(folder.resolve(name + "-sheet.png"), sheet);
    out.println();
    out.flush();
  }

  private void note(String setting, Reply reply, Question question) {
    boolean right = isRight(reply, question);
    table.add(setting, reply, right);
    out.printf("  %-22s %s%n", setting, verdict(reply, question));
  }

  private static String verdict(Reply reply, Question question) {
    return isRight(reply, question)
        ? reply.text() + " (right)"
        : reply.text() + " (wrong: " + question.answer() + ")";
  }

  private static boolean isRight(Reply reply, Question question) {
    return reply.text().strip().equalsIgnoreCase(question.answer());
  }

  private String drawn(Overlay overlay, List<Cell> kept) {
    boolean plain = noColor || System.getenv("NO_COLOR") != null || System.console() == null;
    return plain ? TerminalPicture.plain(kept) : TerminalPicture.inColor(overlay.original(), kept);
  }
}
