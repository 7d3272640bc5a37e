package io.qcpruner.model.keyword;

import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.anchor.AnchorLanguage;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.LanguageDetector;
import io.qcpruner.core.anchor.LanguageKit;
import io.qcpruner.core.anchor.StopWords;
import io.qcpruner.core.anchor.TaskPhrases;
import io.qcpruner.core.anchor.TextEmbedder;
import io.qcpruner.core.anchor.VectorizerWords;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/** Anchor finders with the word segmenters and stop lists of all languages. */
public final class AnchorFinders {

  private AnchorFinders() {}

  /**
   * @param embedder word vectors for every language
   */
  public static AnchorFinder of(AnchorSettings settings, TextEmbedder embedder) {
    return new AnchorFinder(settings, languages(settings, embedder), TaskPhrases.ofBenchmarks());
  }

  private static Function<String, LanguageKit> languages(
      AnchorSettings settings, TextEmbedder embedder) {
    if (!settings.language().detect()) {
      LanguageKit kit = kit(settings.language().language(), embedder);
      return text -> kit;
    }
    Map<AnchorLanguage, LanguageKit> kits = new EnumMap<>(AnchorLanguage.class);
    for (AnchorLanguage language : AnchorLanguage.values()) {
      kits.put(language, kit(language, embedder));
    }
    LanguageDetector detector = new LanguageDetector();
    return text -> kits.get(detector.detect(text));
  }

  private static LanguageKit kit(AnchorLanguage language, TextEmbedder embedder) {
    return new LanguageKit(
        language,
        language == AnchorLanguage.CHINESE ? new ChineseWords() : new VectorizerWords(),
        StopWords.of(language),
        embedder);
  }
}
