package io.qcpruner.core.anchor;

/**
 * How anchors are chosen.
 *
 * @param keywords at most this many; the paper uses 6 and reports 2, 4 and 8
 * @param stripTaskPhrases leave known answer-format instructions out of the text that keywords are
 *     drawn from; positions are still those of the full prompt
 * @param mode how keywords are found in the prompt
 * @param scope which text gives keywords, and where they are searched
 * @param language whose words and stop list are used
 * @param fullPrompt no keywords: every text position is an anchor, the ablation of the paper
 */
public record AnchorSettings(
    int keywords,
    boolean stripTaskPhrases,
    MatchMode mode,
    MatchScope scope,
    LanguageChoice language,
    boolean fullPrompt) {

  public static final int PAPER_KEYWORDS = 6;

  public AnchorSettings {
    if (keywords < 1) {
      throw new IllegalArgumentException("at least one keyword must be allowed, not " + keywords);
    }
  }

  /** The paper's configuration, with matches by word. */
  public static AnchorSettings ofPaper() {
    return new AnchorSettings(
        PAPER_KEYWORDS,
        false,
        MatchMode.WORD_OFFSETS,
        MatchScope.USER,
        LanguageChoice.PAPER,
        false);
  }

  public AnchorSettings withKeywords(int limit) {
    return new AnchorSettings(limit, stripTaskPhrases, mode, scope, language, fullPrompt);
  }

  public AnchorSettings withStripTaskPhrases(boolean strip) {
    return new AnchorSettings(keywords, strip, mode, scope, language, fullPrompt);
  }

  public AnchorSettings withMode(MatchMode newMode) {
    return new AnchorSettings(keywords, stripTaskPhrases, newMode, scope, language, fullPrompt);
  }

  public AnchorSettings withScope(MatchScope newScope) {
    return new AnchorSettings(keywords, stripTaskPhrases, mode, newScope, language, fullPrompt);
  }

  public AnchorSettings withLanguage(LanguageChoice choice) {
    return new AnchorSettings(keywords, stripTaskPhrases, mode, scope, choice, fullPrompt);
  }

  public AnchorSettings withFullPrompt(boolean full) {
    return new AnchorSettings(keywords, stripTaskPhrases, mode, scope, language, full);
  }
}
