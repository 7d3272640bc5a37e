package io.qcpruner.core.anchor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;

/** Words that never become keywords; compared exactly, in lower case. */
public final class StopWords {

  private final Set<String> words;

  public StopWords(Set<String> words) {
    this.words = Set.copyOf(words);
  }

  /** The list of scikit-learn, 318 words, historic misspellings included. */
  public static StopWords english() {
    return English.LIST;
  }

  private static final class English {
    private static final StopWords LIST = new StopWords(read(AnchorLanguage.ENGLISH));
  }

  /** The list of a language, English included for all others as prompts mix languages. */
  public static StopWords of(AnchorLanguage language) {
    if (language == AnchorLanguage.ENGLISH) {
      return english();
    }
    Set<String> words = new HashSet<>(english().words);
    words.addAll(read(language));
    return new StopWords(words);
  }

  public boolean contains(String word) {
    return words.contains(word);
  }

  public int size() {
    return words.size();
  }

  /** The words of one language alone: a resource with one word per line, # starts a comment. */
  static Set<String> read(AnchorLanguage language) {
    String name = "stopwords-" + language.code() + ".txt";
    try (InputStream in = StopWords.class.getResourceAsStream(name);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException("can't read " + name, e);
    }
  }
}
