package io.qcpruner.cli.anchor;

import io.qcpruner.cli.option.AnchorWords;
import io.qcpruner.cli.option.CheckpointFolder;
import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.anchor.Keyword;
import io.qcpruner.core.anchor.LanguageChoice;
import io.qcpruner.core.anchor.MatchMode;
import io.qcpruner.core.anchor.MatchScope;
import io.qcpruner.text.internal.keyword.AnchorFinders;
import io.qcpruner.text.internal.keyword.KeywordModels;
import io.qcpruner.text.internal.keyword.StaticModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the keywords of a prompt and, with a model's tokenizer, the positions they stand at. */
@Command(
    name = "anchors",
    description = "Show the query anchors of a prompt: keywords, scores and token positions.",
    footer = {
      "",
      "Example:",
      "  qcpruner anchors \"What color is the bus next to the tree?\"",
      "  qcpruner anchors --model llava-hf/llava-1.5-7b-hf --json \"What color is the bus?\""
    },
    mixinStandardHelpOptions = true)
public final class AnchorsCommand implements Callable<Integer> {

  @Parameters(paramLabel = "PROMPT", description = "The user's text.")
  private String prompt;

  @Option(
      names = "--model",
      converter = CheckpointFolder.class,
      paramLabel = "DIR",
      description =
          "Checkpoint folder, or 'embedded', whose tokenizer and chat format give the positions.")
  private Path model;

  @Option(
      names = "--keyword-model",
      paramLabel = "DIR",
      description = "model2vec folder with word vectors; the embedded ones otherwise.")
  private Path keywordModel;

  @Option(
      names = "--keywords",
      paramLabel = "N",
      defaultValue = "6",
      description = "Maximum number of keywords (default: ${DEFAULT-VALUE}).")
  private int keywords;

  @Option(
      names = "--strip-task-suffix",
      description = "Leave answer-format instructions out of the text that keywords come from.")
  private boolean strip;

  @Option(
      names = "--anchor-language",
      paramLabel = "LANGUAGE",
      defaultValue = "en",
      description =
          "Words and stop list: en as in the paper, auto by the prompt, or zh, de, fr, es, it, pt,"
              + " nl, ru (default: ${DEFAULT-VALUE}).")
  private String language;

  @Option(
      names = "--match",
      paramLabel = "MODE",
      converter = AnchorWords.Mode.class,
      defaultValue = "word",
      description =
          "How keywords are found in the prompt: word, literal, spaced or cased"
              + " (default: ${DEFAULT-VALUE}).")
  private MatchMode mode;

  @Option(
      names = "--scope",
      paramLabel = "WHERE",
      converter = AnchorWords.Scope.class,
      defaultValue = "user",
      description =
          "Text of the keywords: user, prompt (searched in all of it), sentence (drawn from the"
              + " last one) or question (default: ${DEFAULT-VALUE}).")
  private MatchScope scope;

  @Option(names = "--full-prompt", description = "Every text position instead of keywords.")
  private boolean fullPrompt;

  @Option(names = "--json", description = "Print everything as JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    AnchorSettings settings = settings();
    StaticModel vectors =
        keywordModel == null ? KeywordModels.embedded() : KeywordModels.load(keywordModel);
    AnchorFinder finder = AnchorFinders.of(settings, vectors);
    List<Keyword> found = settings.fullPrompt() ? List.of() : finder.keywords(prompt);
    Anchors anchors = model == null ? null : PromptAnchors.find(model, prompt, finder);
    AnchorReport report =
        new AnchorReport(
            prompt,
            settings,
            AnchorFinders.vectors(finder.language(prompt), vectors),
            finder.language(prompt),
            found,
            anchors);
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? report.toJson().toPrettyString() + System.lineSeparator() : report.toText());
    out.flush();
    return 0;
  }

  private AnchorSettings settings() {
    try {
      return new AnchorSettings(
          keywords, strip, mode, scope, LanguageChoice.parse(language), fullPrompt);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
  }
}
