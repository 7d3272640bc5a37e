package io.qcpruner.cli.bench;

import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.Keyword;
import io.qcpruner.core.method.AnchorOptions;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import io.qcpruner.eval.report.TableFormat;
import io.qcpruner.eval.report.TextTable;
import io.qcpruner.text.internal.keyword.AnchorFinders;
import io.qcpruner.text.internal.keyword.KeywordModels;
import io.qcpruner.text.internal.keyword.StaticModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Measures how many of the words that a question is about are among its keywords. */
@Command(
    name = "recall",
    description = {
      "Measure how often the words that a question is about are among its keywords.",
      "Drawn questions of the embedded model by family, and questions in eight other languages."
    },
    footer = {
      "",
      "Examples:",
      "  qcpruner bench recall",
      "  qcpruner bench recall --anchors scope=question --prompts"
    },
    mixinStandardHelpOptions = true)
public final class BenchRecallCommand implements Callable<Integer> {

  /** The paper's keywords, and what may mend them for long prompts and other languages. */
  private static final List<String> USUAL =
      List.of(
          "keywords=6",
          "scope=question",
          "scope=sentence",
          "keywords=12",
          "keywords=24",
          "suffix=strip",
          "language=auto",
          "language=auto,scope=question");

  @Option(
      names = "--anchors",
      paramLabel = "SETTINGS",
      description = "Settings of anchors, such as keywords=12,scope=question; repeat for more.")
  private List<String> settings = USUAL;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "150",
      description = "Drawn questions of each family (default: ${DEFAULT-VALUE}).")
  private int limit;

  @Option(
      names = "--prompts",
      description = "Print each prompt with its keywords and the words they miss.")
  private boolean list;

  @Option(
      names = "--keyword-model",
      paramLabel = "DIR",
      description = "model2vec folder with word vectors; the embedded ones otherwise.")
  private Path keywordModel;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (limit < 1) {
      throw new ParameterException(spec.commandLine(), "--limit must be at least 1, not " + limit);
    }
    List<AnchorSettings> chosen = settings.stream().map(this::anchors).toList();
    StaticModel vectors =
        keywordModel == null ? KeywordModels.embedded() : KeywordModels.load(keywordModel);
    List<AnchorFinder> finders =
        chosen.stream().map(one -> AnchorFinders.of(one, vectors)).toList();
    List<RecallPrompt> drawn = RecallPrompts.drawn(limit);
    List<RecallPrompt> languages = RecallPrompts.otherLanguages();
    PrintWriter out = spec.commandLine().getOut();
    if (list) {
      print(out, finders, drawn);
      print(out, finders, languages);
    } else {
      out.println(
          TableFormat.MARKDOWN.render(
              List.of(
                  table("Drawn questions, % of the scene's words", finders, drawn),
                  table("Other languages, % of the scene's words", finders, languages))));
    }
    out.flush();
    return 0;
  }

  private AnchorSettings anchors(String text) {
    try {
      Settings parsed = Settings.parse(text);
      List<String> known = AnchorOptions.ALL.stream().map(Setting::name).sorted().toList();
      for (String name : parsed.names()) {
        if (!known.contains(name)) {
          throw new IllegalArgumentException("no setting " + name + "; there are " + known);
        }
      }
      return AnchorOptions.of(parsed);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--anchors " + text + ": " + e.getMessage());
    }
  }

  private void print(PrintWriter out, List<AnchorFinder> finders, List<RecallPrompt> prompts) {
    for (RecallPrompt prompt : prompts) {
      out.printf("%s: %s%n", prompt.group(), prompt.text().replaceAll("\\R", " / "));
      for (int i = 0; i < finders.size(); i++) {
        List<String> keywords = keywords(finders.get(i), prompt);
        List<String> missed = prompt.missed(keywords);
        out.printf(
            "  %s: %s%s%n",
            settings.get(i),
            String.join(", ", keywords),
            missed.isEmpty() ? "" : "; missed " + String.join(", ", missed));
      }
    }
  }

  private static List<String> keywords(AnchorFinder finder, RecallPrompt prompt) {
    return finder.keywords(prompt.text()).stream().map(Keyword::word).toList();
  }

  /** One row per setting, one column per group of prompts. */
  private TextTable table(String title, List<AnchorFinder> finders, List<RecallPrompt> prompts) {
    List<String> groups = prompts.stream().map(RecallPrompt::group).distinct().toList();
    List<String> header = new ArrayList<>(List.of("Anchors"));
    header.addAll(groups);
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < finders.size(); i++) {
      List<String> row = new ArrayList<>(List.of(settings.get(i)));
      for (String group : groups) {
        row.add(recall(finders.get(i), prompts, group));
      }
      rows.add(row);
    }
    return new TextTable(
        title, header, rows, List.of(prompts.size() + " prompts; keywords=6 is the paper's."));
  }

  private static String recall(AnchorFinder finder, List<RecallPrompt> prompts, String group) {
    int all = 0;
    int missed = 0;
    for (RecallPrompt prompt : prompts) {
      if (prompt.group().equals(group)) {
        all += prompt.words().size();
        missed += prompt.missed(keywords(finder, prompt)).size();
      }
    }
    return String.format(Locale.ROOT, "%.1f", 100.0 * (all - missed) / all);
  }
}
