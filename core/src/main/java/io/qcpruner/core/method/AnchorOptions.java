package io.qcpruner.core.method;

import io.qcpruner.core.anchor.AnchorNames;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.LanguageChoice;
import io.qcpruner.core.anchor.MatchMode;
import io.qcpruner.core.anchor.MatchScope;
import io.qcpruner.core.prune.Setting;
import io.qcpruner.core.prune.Settings;
import java.util.List;

/** Settings of methods that follow query anchors: how the anchors are found. */
public final class AnchorOptions {

  private static final AnchorSettings PAPER = AnchorSettings.ofPaper();

  /** What becomes of answer-format instructions when keywords are drawn. */
  public enum Suffix {
    KEEP,
    STRIP
  }

  public static final Setting<Integer> KEYWORDS =
      Setting.whole("keywords", "maximum number of keywords", 1, 32).withDefault(PAPER.keywords());
  public static final Setting<Suffix> SUFFIX =
      Setting.choice("suffix", "whether answer-format instructions give keywords", Suffix.class)
          .withDefault(Suffix.KEEP);
  public static final Setting<MatchMode> MATCH =
      Setting.of(
              "match",
              "how keywords are found in the prompt",
              "one of word, literal, spaced, cased",
              AnchorNames::mode,
              AnchorNames::of)
          .withDefault(PAPER.mode());
  public static final Setting<MatchScope> SCOPE =
      Setting.choice("scope", "where keywords are searched", MatchScope.class)
          .withDefault(PAPER.scope());
  public static final Setting<LanguageChoice> LANGUAGE =
      Setting.of(
              "language",
              "whose words and stop list are used",
              "auto or a language such as en",
              LanguageChoice::parse,
              LanguageChoice::toString)
          .withDefault(PAPER.language());

  /** All of them, for a method to declare. */
  public static final List<Setting<?>> ALL = List.of(KEYWORDS, SUFFIX, MATCH, SCOPE, LANGUAGE);

  private AnchorOptions() {}

  /** How the anchors of a method with these settings are found. */
  public static AnchorSettings of(Settings settings) {
    return PAPER
        .withKeywords(settings.get(KEYWORDS))
        .withStripTaskPhrases(settings.get(SUFFIX) == Suffix.STRIP)
        .withMode(settings.get(MATCH))
        .withScope(settings.get(SCOPE))
        .withLanguage(settings.get(LANGUAGE))
        .withFullPrompt(settings.get(QcPruner.TEXT) == Conditioning.FULL_PROMPT);
  }
}
