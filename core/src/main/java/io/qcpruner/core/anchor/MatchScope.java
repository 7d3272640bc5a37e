package io.qcpruner.core.anchor;

/** Which text gives keywords, and where they are searched. */
public enum MatchScope {
  /** The user's text of the current turn: the paper's way. */
  USER,
  /** Drawn from the user's text, searched in all text, the chat template included. */
  PROMPT,
  /** Drawn from the last sentence of the user's text. */
  SENTENCE,
  /**
   * Drawn from the last sentence that ends with a question mark and the lettered options below it,
   * else from the last sentence.
   */
  QUESTION;

  /** The part of the user's text that keywords are drawn from. */
  String source(String userText) {
    return switch (this) {
      case USER, PROMPT -> userText;
      case SENTENCE -> Sentences.last(userText);
      case QUESTION -> Sentences.question(userText);
    };
  }
}
