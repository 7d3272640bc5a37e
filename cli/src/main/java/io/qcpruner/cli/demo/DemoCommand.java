package io.qcpruner.cli.demo;

import io.qcpruner.cli.explain.Page;
import io.qcpruner.core.method.Settings;
import io.qcpruner.core.prune.Budget;
import io.qcpruner.model.Ask;
import io.qcpruner.model.EncodedVisual;
import io.qcpruner.model.Reply;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.media.draw.Overlay;
import io.qcpruner.model.backbone.PatchGeometry.Cell;
import io.qcpruner.model.prune.PruneRequest;
import io.qcpruner.pocket.PocketModel;
import io.qcpruner.pocket.question.Question;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.scene.SceneGenerator;
import io.qcpruner.pocket.score.SceneImages;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
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
      description = "How many of the nine built-in questions to ask (default: ${DEFAULT-VALUE}).")
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
        "Each picture was made for this demo and never seen in training. Bright patches are the"
            + " visual tokens that stay; the decoder runs on those alone.");
    try (VisionLanguageModel model = PocketModel.open()) {
      SceneGenerator scenes = new SceneGenerator();
      int number = 0;
      List<QuestionSet.Item> items = QuestionSet.of(Split.CALIBRATION, 1);
      for (QuestionSet.Item item : items.subList(0, Math.min(questions, items.size()))) {
        try (EncodedVisual seen =
            model.encode(SceneImages.of(QuestionSet.scene(scenes, item.sceneSeed())))) {
          show(model, seen, item.question(), "scene-" + ++number, page);
        }
      }
    }
    out.print(table.text());
    page.section("Answers and times");
    page.preformatted(table.text());
    out.println("page: " + page.write());
    out.flush();
    return 0;
  }

  private void show(
      VisionLanguageModel model, EncodedVisual seen, Question question, String name, Page page)
      throws IOException {
    Ask ask = Ask.of(question.text()).withMaxNewTokens(LONGEST_ANSWER);
    out.println(question.text());
    page.section(question.text());
    Reply full = model.ask(seen, ask);
    note("full", full, question);
    Overlay overlay = new Overlay(seen.frames().get(0));
    page.picture(name, overlay.original(), "full model, 576 tokens: " + verdict(full, question));
    for (String method : METHODS) {
      for (int budget : BUDGETS) {
        PruneRequest request =
            new PruneRequest(model.method(method, Settings.NONE), new Budget.Total(budget));
        Reply reply = model.ask(seen, ask.with(request));
        String label = request.pruner().label() + " " + budget;
        note(label, reply, question);
        List<Cell> kept = EncodedVisual.cells(reply.survivors());
        page.picture(
            name + "-" + method + "-" + budget,
            overlay.kept(seen.areas(kept)),
            label + " tokens: " + verdict(reply, question));
        if (method.equals(METHODS.get(0)) && budget == SHOWN) {
          out.print(drawn(overlay, kept));
        }
      }
    }
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
