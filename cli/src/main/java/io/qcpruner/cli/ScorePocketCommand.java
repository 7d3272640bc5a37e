package io.qcpruner.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.cli.option.CheckpointFolder;
import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.model.VisionLanguageModel;
import io.qcpruner.pocket.question.Family;
import io.qcpruner.pocket.question.QuestionSet;
import io.qcpruner.pocket.question.Split;
import io.qcpruner.pocket.score.PocketEvaluation;
import io.qcpruner.pocket.score.PocketEvaluation.Setting;
import io.qcpruner.pocket.score.PocketScores;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Scores of the embedded model per question family, unpruned and pruned. */
@Command(
    name = "score-pocket",
    description =
        "Measure the embedded model on its drawn questions, with any methods and budgets.",
    footer = {
      "",
      "Example:",
      "  qcpruner score-pocket --per-family 50 --method qcpruner --method fastv --budget 64"
    },
    mixinStandardHelpOptions = true)
final class ScorePocketCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--model",
      converter = CheckpointFolder.class,
      defaultValue = CheckpointFolder.EMBEDDED,
      paramLabel = "DIR",
      description = "Checkpoint folder (default: ${DEFAULT-VALUE}).")
  private Path model;

  @Option(
      names = "--split",
      defaultValue = "TEST",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Split split;

  @Option(
      names = "--per-family",
      paramLabel = "N",
      defaultValue = "300",
      description = "Questions of each family (default: ${DEFAULT-VALUE}).")
  private int perFamily;

  @Option(
      names = "--method",
      paramLabel = "METHOD",
      description = "A pruning method, such as qcpruner:layer=5; repeatable.")
  private List<String> methods = List.of();

  @Option(
      names = "--budget",
      paramLabel = "K",
      description = "Tokens kept; repeatable (default: 128, 64 and 32).")
  private List<Integer> budgets = List.of(128, 64, 32);

  @Option(
      names = "--suffix",
      description = "Append \"Answer the question using a single word or phrase.\" everywhere.")
  private boolean suffix;

  @Option(
      names = "--strip-task-suffix",
      description = "Measure each method also with keywords that leave such instructions out.")
  private boolean strip;

  @Option(names = "--json", description = "Print the scores as JSON.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    if (perFamily < 1) {
      throw new IllegalArgumentException("--per-family " + perFamily + " must be positive");
    }
    try (VisionLanguageModel opened = VisionLanguageModel.open(model)) {
      PrintWriter err = spec.commandLine().getErr();
      Map<Setting, PocketScores> scores =
          new PocketEvaluation(opened)
              .run(
                  items(),
                  rows(opened),
                  line -> {
                    err.print("\r" + line);
                    err.flush();
                  });
      err.println();
      print(scores, spec.commandLine().getOut());
    }
    return 0;
  }

  private List<QuestionSet.Item> items() {
    List<QuestionSet.Item> items = QuestionSet.of(split, perFamily);
    return suffix ? items.stream().map(QuestionSet.Item::withSuffix).toList() : items;
  }

  private List<Setting> rows(VisionLanguageModel opened) {
    List<Setting> rows = new ArrayList<>(List.of(Setting.full(), Setting.control()));
    for (int budget : budgets) {
      for (String method : methods) {
        Setting row = Setting.pruned(method, opened.method(MethodSpec.parse(method)), budget);
        rows.add(row);
        if (strip) {
          rows.add(row.strippingSuffixes());
        }
      }
    }
    return rows;
  }

  private void print(Map<Setting, PocketScores> scores, PrintWriter out) {
    PocketScores full = scores.values().iterator().next();
    if (json) {
      out.println(json(scores, full).toPrettyString());
    } else {
      table(scores, full, out);
    }
    out.flush();
  }

  private static void table(Map<Setting, PocketScores> scores, PocketScores full, PrintWriter out) {
    out.print("| setting |");
    for (Family f : Family.values()) {
      out.print(" " + f.label() + " |");
    }
    out.println(" mean | rel. |");
    out.println("|---|" + "---|".repeat(Family.values().length + 2));
    scores.forEach(
        (setting, s) -> {
          StringBuilder row = new StringBuilder("| " + setting.name() + " |");
          for (Family f : Family.values()) {
            row.append(percent(s.accuracy(f)));
          }
          row.append(percent(s.mean())).append(percent(s.relativeTo(full)));
          out.println(row);
        });
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, " %.1f |", 100 * share);
  }

  private ArrayNode json(Map<Setting, PocketScores> scores, PocketScores full) {
    ArrayNode rows = new ObjectMapper().createArrayNode();
    scores.forEach(
        (setting, s) -> {
          ObjectNode row = rows.addObject().put("setting", setting.name());
          row.put("split", split.name()).put("questions", s.questions());
          ObjectNode families = row.putObject("accuracy");
          for (Family f : Family.values()) {
            families.put(f.label(), s.accuracy(f));
          }
          row.put("mean", s.mean()).put("relative", s.relativeTo(full));
        });
    return rows;
  }
}
