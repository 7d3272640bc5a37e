package io.qcpruner.core.anchor;

import java.util.Locale;

/** Names of match modes and scopes, as users write them. */
public final class AnchorNames {

  private AnchorNames() {}

  /** {@code word}, {@code literal}, {@code spaced} or {@code cased}. */
  public static MatchMode mode(String name) {
    return switch (plain(name)) {
      case "word", "word-offsets" -> MatchMode.WORD_OFFSETS;
      case "literal" -> MatchMode.LITERAL;
      case "spaced" -> MatchMode.SPACED;
      case "cased" -> MatchMode.CASED;
      default ->
          throw new IllegalArgumentException(
              "match must be word, literal, spaced or cased, not \"" + name + "\"");
    };
  }

  /** The one way to write a mode. */
  public static String of(MatchMode mode) {
    return switch (mode) {
      case WORD_OFFSETS -> "word";
      case LITERAL -> "literal";
      case SPACED -> "spaced";
      case CASED -> "cased";
    };
  }

  /** {@code user}, {@code prompt}, {@code sentence} or {@code question}. */
  public static MatchScope scope(String name) {
    return switch (plain(name)) {
      case "user" -> MatchScope.USER;
      case "prompt" -> MatchScope.PROMPT;
      case "sentence" -> MatchScope.SENTENCE;
      case "question" -> MatchScope.QUESTION;
      default ->
          throw new IllegalArgumentException(
              "scope must be user, prompt, sentence or question, not \"" + name + "\"");
    };
  }

  private static String plain(String name) {
    return name.strip().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
