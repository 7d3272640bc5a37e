package io.qcpruner.core.anchor;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which stop list and segmenter suit a prompt: Chinese when at least half of its letters are Han,
 * else the language whose stop list knows most of its words. English wins ties, so that a prompt
 * without function words keeps the paper's behaviour.
 */
public final class LanguageDetector {

  private final Map<AnchorLanguage, Set<String>> lists = new EnumMap<>(AnchorLanguage.class);
  private final WordSegmenter segmenter = new VectorizerWords();

  public LanguageDetector() {
    for (AnchorLanguage language : AnchorLanguage.values()) {
      lists.put(language, StopWords.read(language));
    }
  }

  public AnchorLanguage detect(String text) {
    if (isMostlyHan(text)) {
      return AnchorLanguage.CHINESE;
    }
    List<Word> words = segmenter.words(text);
    AnchorLanguage best = AnchorLanguage.ENGLISH;
    long most = known(words, best);
    for (AnchorLanguage language : AnchorLanguage.values()) {
      long known = known(words, language);
      if (known > most) {
        best = language;
        most = known;
      }
    }
    return best;
  }

  private long known(List<Word> words, AnchorLanguage language) {
    Set<String> list = lists.get(language);
    return words.stream().filter(word -> list.contains(word.form())).count();
  }

  private static boolean isMostlyHan(String text) {
    long letters = text.codePoints().filter(Character::isLetter).count();
    long han = text.codePoints().filter(LanguageDetector::isHan).count();
    return letters > 0 && 2 * han >= letters;
  }

  /** Whether a code point is a Han ideograph. */
  public static boolean isHan(int codePoint) {
    return Character.isLetter(codePoint)
        && Character.UnicodeScript.of(codePoint) == Character.UnicodeScript.HAN;
  }
}
