package io.qcpruner.core.anchor;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Sentences of a user's text: they end with a full stop, question or exclamation mark before a
 * blank or the end, with their full-width forms, or with a line break. Pieces without two word
 * characters, such as the "A." of a lettered option, are not sentences of their own.
 */
final class Sentences {

  private static final int MIN_WORD_CHARACTERS = 2;

  private static final Pattern OPTION = Pattern.compile("\\s*\\(?[A-J][.):]\\s*\\S.*");

  private Sentences() {}

  /** The last sentence; the text itself if it has none. */
  static String last(String text) {
    List<String> all = of(text);
    return all.isEmpty() ? text : all.get(all.size() - 1);
  }

  /**
   * The last sentence that ends with a question mark, and the lettered options below it; the last
   * sentence if none asks.
   */
  static String question(String text) {
    List<String> all = of(text);
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).endsWith("?") || all.get(i).endsWith("\uff1f")) {
        int end = text.lastIndexOf(all.get(i)) + all.get(i).length();
        return all.get(i) + options(text.substring(end));
      }
    }
    return last(text);
  }

  /** The lettered lines at the beginning of what follows a question. */
  private static String options(String rest) {
    StringBuilder options = new StringBuilder();
    for (String line : rest.strip().lines().toList()) {
      if (!OPTION.matcher(line).matches()) {
        break;
      }
      options.append('\n').append(line.strip());
    }
    return options.toString();
  }

  static List<String> of(String text) {
    List<String> sentences = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      if (ends(text, i) && add(sentences, text.substring(start, i + 1))) {
        start = i + 1;
      }
    }
    add(sentences, text.substring(start));
    return sentences;
  }

  private static boolean ends(String text, int i) {
    char c = text.charAt(i);
    if (c == '\n' || c == '\u3002' || c == '\uff01' || c == '\uff1f') {
      return true;
    }
    boolean mark = c == '.' || c == '?' || c == '!';
    return mark && (i + 1 == text.length() || Character.isWhitespace(text.charAt(i + 1)));
  }

  private static boolean add(List<String> sentences, String piece) {
    long words = piece.codePoints().filter(VectorizerWords::isWordCharacter).count();
    if (words < MIN_WORD_CHARACTERS) {
      return false;
    }
    sentences.add(piece.strip());
    return true;
  }
}
