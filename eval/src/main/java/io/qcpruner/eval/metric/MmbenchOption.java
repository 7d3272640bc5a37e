package io.qcpruner.eval.metric;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the option letter in a free answer without a judge, as the MMBench evaluator does. */
public final class MmbenchOption {

  private static final String LETTERS = "ABCDE";

  /** Tried in this order after the bare letter. */
  private static final String[][] FRAMES = {
    {"", "."},
    {"", ","},
    {"", ":"},
    {"", ")"},
    {"", ")."},
    {"(", ")"},
    {"(", ")."},
    {":", ""},
    {":", ","},
    {":", "."},
    {":", ")"},
    {":", ")."}
  };

  /** More words than this and an "A" is taken for the article. */
  private static final int ARTICLE_WORDS = 3;

  private MmbenchOption() {}

  /** The letter by its own mention, else by the text of exactly one option. */
  public static Optional<String> infer(String answer, List<String> options) {
    Optional<String> letter = inferOption(answer);
    return letter.isPresent() ? letter : inferText(answer, options);
  }

  static Optional<String> inferOption(String answer) {
    if (answer.contains("Failed to obtain answer via API")) {
      return Optional.empty();
    }
    List<String> words = PyText.split(answer);
    Set<String> tokens = new HashSet<>(words);
    Optional<String> bare = single(tokens, "", "");
    boolean maybeArticle = tokens.contains("A") && words.size() > ARTICLE_WORDS;
    if (bare.isPresent() && !maybeArticle) {
      return bare;
    }
    for (String[] frame : FRAMES) {
      Optional<String> framed = single(tokens, frame[0], frame[1]);
      if (framed.isPresent()) {
        return framed;
      }
    }
    return Optional.empty();
  }

  static Optional<String> inferText(String answer, List<String> options) {
    String lower = PyText.lower(answer);
    String found = null;
    for (int i = 0; i < options.size(); i++) {
      if (lower.contains(PyText.lower(options.get(i)))) {
        if (found != null) {
          return Optional.empty();
        }
        found = LETTERS.substring(i, i + 1);
      }
    }
    return Optional.ofNullable(found);
  }

  /** The letter whose framed form is among the tokens, if it is the only one. */
  private static Optional<String> single(Set<String> tokens, String prefix, String suffix) {
    String found = null;
    for (int i = 0; i < LETTERS.length(); i++) {
      String letter = LETTERS.substring(i, i + 1);
      if (tokens.contains(prefix + letter + suffix)) {
        if (found != null) {
          return Optional.empty();
        }
        found = letter;
      }
    }
    return Optional.ofNullable(found);
  }
}
