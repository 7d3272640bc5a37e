package io.qcpruner.core.anchor;

import java.util.ArrayList;
import java.util.List;

/**
 * The words that scikit-learn's CountVectorizer finds with its default pattern {@code \b\w\w+\b}:
 * maximal runs of letters, numbers and underscores, at least two code points long.
 */
public final class VectorizerWords implements WordSegmenter {

  private static final int MIN_CODE_POINTS = 2;

  /** One bit for each general category that counts as a word character: L* and N*. */
  private static final int WORD_TYPES =
      1 << Character.UPPERCASE_LETTER
          | 1 << Character.LOWERCASE_LETTER
          | 1 << Character.TITLECASE_LETTER
          | 1 << Character.MODIFIER_LETTER
          | 1 << Character.OTHER_LETTER
          | 1 << Character.DECIMAL_DIGIT_NUMBER
          | 1 << Character.LETTER_NUMBER
          | 1 << Character.OTHER_NUMBER;

  @Override
  public List<Word> words(String text) {
    LowerCased lower = new LowerCased(text);
    String s = lower.text();
    List<Word> words = new ArrayList<>();
    int start = 0;
    int count = 0;
    for (int i = 0; i < s.length(); ) {
      int c = s.codePointAt(i);
      int next = i + Character.charCount(c);
      if (isWordCharacter(c)) {
        start = count == 0 ? i : start;
        count++;
      } else {
        add(words, lower, start, i, count);
        count = 0;
      }
      i = next;
    }
    add(words, lower, start, s.length(), count);
    return words;
  }

  /** Python's {@code \w}; Java's own Unicode {@code \w} also takes marks and joiners. */
  public static boolean isWordCharacter(int codePoint) {
    return codePoint == '_'
        || (WORD_TYPES >> Character.getType(codePoint) & 1) != 0
        || NewerLetters.contains(codePoint);
  }

  private static void add(List<Word> words, LowerCased lower, int start, int end, int count) {
    if (count >= MIN_CODE_POINTS) {
      words.add(new Word(lower.text().substring(start, end), lower.origin(start, end)));
    }
  }
}
