package io.qcpruner.core.anchor;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Keyword-matched query anchors: the prompt positions that condition the visual utility. "QCPruner:
 * Query-Conditioned Population Coverage for Visual Token Pruning", section "Keyword-Matched Query
 * Anchors".
 *
 * <p>Immutable and safe for use by several threads.
 */
public final class AnchorFinder {

  private final AnchorSettings settings;
  private final Function<String, LanguageKit> languages;
  private final TaskPhrases phrases;

  /**
   * @param languages the language kit for a user text; the paper's is the English one for every
   *     text
   */
  public AnchorFinder(
      AnchorSettings settings, Function<String, LanguageKit> languages, TaskPhrases phrases) {
    this.settings = settings;
    this.languages = languages;
    this.phrases = phrases;
  }

  /** The paper's configuration over the given word vectors. */
  public static AnchorFinder ofPaper(TextEmbedder embedder) {
    LanguageKit english = LanguageKit.english(embedder);
    return new AnchorFinder(AnchorSettings.ofPaper(), text -> english, TaskPhrases.ofBenchmarks());
  }

  public AnchorSettings settings() {
    return settings;
  }

  /** The language whose words and stop list are used for a text. */
  public AnchorLanguage language(String userText) {
    return languages.apply(userText).language();
  }

  /** The keywords of a user text, best first. */
  public List<Keyword> keywords(String userText) {
    String kept = settings.stripTaskPhrases() ? phrases.strip(userText) : userText;
    String source = settings.scope().source(kept);
    return new KeywordExtractor(languages.apply(userText)).extract(source, settings.keywords());
  }

  /**
   * The anchors of a prompt.
   *
   * @param encoder the language model's tokenizer; {@link MatchMode#WORD_OFFSETS} does not ask it
   */
  public Anchors find(PromptTokens prompt, KeywordEncoder encoder) {
    String text = prompt.userText();
    LanguageKit kit = languages.apply(text);
    if (settings.fullPrompt()) {
      int[] all = ContentPositions.ofText(prompt);
      return new Anchors(AnchorOrigin.FULL_PROMPT, kit.language(), List.of(), List.of(), all);
    }
    List<Keyword> keywords = keywords(text);
    List<AnchorSpan> spans = spans(prompt, kit, encoder, keywords);
    int[] positions = union(spans);
    AnchorOrigin origin = AnchorOrigin.KEYWORDS;
    if (positions.length == 0) {
      positions = ContentPositions.ofUser(prompt, phrases);
      origin = positions.length == 0 ? AnchorOrigin.NO_TEXT : AnchorOrigin.FALLBACK;
    }
    return new Anchors(origin, kit.language(), keywords, spans, positions);
  }

  private List<AnchorSpan> spans(
      PromptTokens prompt, LanguageKit kit, KeywordEncoder encoder, List<Keyword> keywords) {
    Set<String> words = new LinkedHashSet<>();
    keywords.forEach(keyword -> words.add(keyword.word()));
    return settings.mode() == MatchMode.WORD_OFFSETS
        ? new WordMatcher(kit.segmenter(), settings.scope()).match(prompt, words)
        : new SubsequenceMatcher(encoder, settings.mode(), settings.scope()).match(prompt, words);
  }

  /** I_anc: the positions of all spans, ascending, each once. */
  private static int[] union(List<AnchorSpan> spans) {
    return spans.stream()
        .flatMapToInt(span -> IntStream.rangeClosed(span.first(), span.last()))
        .sorted()
        .distinct()
        .toArray();
  }
}
