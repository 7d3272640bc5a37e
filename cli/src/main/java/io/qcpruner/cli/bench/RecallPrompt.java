package io.qcpruner.cli.bench;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A prompt and the words of the scene that it asks about.
 *
 * @param group family of the question, or its language
 * @param words in small letters
 */
record RecallPrompt(String group, String text, Set<String> words) {

  private static final Pattern MARKED = Pattern.compile("\\*([^*]+)\\*");

  RecallPrompt {
    words = Set.copyOf(words);
    if (words.isEmpty()) {
      throw new IllegalArgumentException("no word of the scene is in: " + text);
    }
  }

  /** A prompt whose words of the scene stand between asterisks. */
  static RecallPrompt marked(String group, String text) {
    Set<String> words = new LinkedHashSet<>();
    Matcher marks = MARKED.matcher(text);
    while (marks.find()) {
      words.add(marks.group(1).toLowerCase(Locale.ROOT));
    }
    return new RecallPrompt(group, text.replace("*", ""), words);
  }

  /** Words of the scene that are no keywords. */
  List<String> missed(List<String> keywords) {
    List<String> missed = new ArrayList<>(words);
    missed.removeAll(keywords);
    missed.sort(null);
    return missed;
  }
}
