package io.qcpruner.text;

import java.util.Collection;
import java.util.List;
import java.util.OptionalInt;

/** Text to token ids and back. Immutable and safe for many threads. */
public interface Tokenizer extends AutoCloseable {

  /**
   * Encodes plain text: nothing is put before or after it, and the strings of special tokens are
   * text like any other, so that a question can't forge a turn or a picture.
   */
  Tokens encode(String text);

  /**
   * The text as the tokenizer reads it, where it composes characters first. It has the same ids;
   * offsets and words of a prompt are those of this spelling.
   */
  default String spelling(String text) {
    return text;
  }

  /** The id of a special token by its exact string, such as {@code <|im_end|>}. */
  OptionalInt special(String token);

  boolean isSpecial(int id);

  /** Strings that are one token each wherever a chat template writes them, in no order. */
  default Collection<String> addedTokens() {
    return List.of();
  }

  /** The id that every prompt starts with, if the model was trained with one. */
  OptionalInt bos();

  /** UTF-8 bytes that a token stands for; none for special and unknown ids. */
  byte[] bytes(int id);

  /** Number of ids in use: rows of the vocabulary at or above it are untrained. */
  int size();

  /** Whether the first token's leading space comes from a dummy prefix and is not text. */
  boolean dropsLeadingSpace();

  /** Text of the ids without special tokens; broken UTF-8 becomes the replacement character. */
  default String decode(int... ids) {
    TextDecoder decoder = new TextDecoder(this);
    StringBuilder text = new StringBuilder();
    for (int id : ids) {
      text.append(decoder.next(id));
    }
    return text.append(decoder.finish()).toString();
  }

  @Override
  default void close() {}
}
