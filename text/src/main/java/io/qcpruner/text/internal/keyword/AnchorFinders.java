package io.qcpruner.text.internal.keyword;

import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.anchor.AnchorLanguage;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.LanguageDetector;
import io.qcpruner.core.anchor.LanguageKit;
import io.qcpruner.core.anchor.StopWords;
import io.qcpruner.core.anchor.TaskPhrases;
import io.qcpruner.core.anchor.VectorizerWords;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Anchor finders with the word segmenters and stop lists of all languages. */
public final class AnchorFinders {

  private AnchorFinders() {}

  /**
   * @param vectors word vectors for every language; beside the embedded ones, which are English,
   *     Chinese prompts get the embedded Chinese ones
   */
  public static AnchorFinder of(AnchorSettings settings, StaticModel vectors) {
    return new AnchorFinder(settings, languages(settings, vectors), TaskPhrases.ofBenchmarks());
  }

  private static Function<String, LanguageKit> languages(
      AnchorSettings settings, StaticModel vectors) {
    if (!settings.language().detect()) {
      LanguageKit kit = kit(settings.language().language(), vectors);
      return text -> kit;
    }
    LanguageDetector detector = new LanguageDetector();
    Map<AnchorLanguage, LanguageKit> kits = new ConcurrentHashMap<>();
    return text -> kits.computeIfAbsent(detector.detect(text), language -> kit(language, vectors));
  }

  /** The table that words of a language are looked up in. */
  public static StaticModel vectors(AnchorLanguage language, StaticModel vectors) {
    boolean chinese = language == AnchorLanguage.CHINESE;
    return chinese && vectors.source().equals(KeywordModels.EMBEDDED)
        ? KeywordModels.embeddedChinese()
        : vectors;
  }

  private static LanguageKit kit(AnchorLanguage language, StaticModel vectors) {
    boolean chinese = language == AnchorLanguage.CHINESE;
    return new LanguageKit(
        language,
        chinese ? new ChineseWords() : new VectorizerWords(),
        StopWords.of(language),
        vectors(language, vectors));
  }
}
