package io.qcpruner.pocket.internal.train;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import io.qcpruner.pocket.internal.token.TokenizerJson;
import io.qcpruner.pocket.internal.token.Words;
import io.qcpruner.pocket.question.Question;
import io.qcpruner.text.internal.check.NativeTokenizers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Questions and answers to tokens, in the prompt template of the model. */
final class TurnEncoder implements AutoCloseable {

  static final String SHORT_PREFIX = "USER: ";
  static final String LONG_PREFIX =
      "A chat between a curious user and an artificial intelligence assistant. The assistant gives"
          + " helpful, detailed, and polite answers to the user's questions. USER: ";

  private static final String BEFORE = "\n";
  private static final String BEFORE_LATER = "USER: ";
  private static final String AFTER = " ASSISTANT:";

  private final HuggingFaceTokenizer tokenizer;
  private final int end;

  public TurnEncoder() {
    byte[] json = TokenizerJson.of(Words.load()).getBytes(StandardCharsets.UTF_8);
    try {
      tokenizer = NativeTokenizers.open(json, "the embedded tokenizer");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    end = id("</s>");
  }

  /** Rows of the embedding table, specials included, to a multiple of 64. */
  public int vocabulary() {
    return (id("<pad>") + 64) / 64 * 64;
  }

  int id(String token) {
    long[] ids = tokenizer.encode(token, false, false).getIds();
    return (int) ids[ids.length - 1];
  }

  /** The single token of a word. */
  int word(String word) {
    long[] ids = tokenizer.encode(word, false, false).getIds();
    if (ids.length != 1) {
      throw new IllegalArgumentException("'" + word + "' is not one token");
    }
    return (int) ids[0];
  }

  /** A caption between the marks of the text tower, which lie above all other tokens. */
  int[] caption(String text) {
    int[] inner = ints(tokenizer.encode(text, false, false).getIds());
    int[] ids = new int[inner.length + 2];
    ids[0] = id("<pad>") + 1;
    System.arraycopy(inner, 0, ids, 1, inner.length);
    ids[ids.length - 1] = id("<pad>") + 2;
    return ids;
  }

  int end() {
    return end;
  }

  /** Beginning-of-text mark and everything before the picture. */
  int[] prefix(boolean systemText) {
    return ints(tokenizer.encode(systemText ? LONG_PREFIX : SHORT_PREFIX, true, false).getIds());
  }

  /** A question right after the picture. */
  EncodedTurn encode(Question question) {
    return encode(question, new int[0], BEFORE);
  }

  /** A question after an answered one: begins with the end mark of the answer before it. */
  EncodedTurn encodeLater(Question question) {
    return encode(question, new int[] {end}, BEFORE_LATER);
  }

  private EncodedTurn encode(Question question, int[] marks, String before) {
    Encoding asked = tokenizer.encode(before + question.text() + AFTER, false, false);
    long[] answer = tokenizer.encode(question.answer(), false, false).getIds();
    int[] words = ints(asked.getIds());
    int[] head = Arrays.copyOf(marks, marks.length + words.length);
    System.arraycopy(words, 0, head, marks.length, words.length);
    TokenPlaces places = new TokenPlaces(asked.getCharTokenSpans(), before.length(), marks.length);
    int[] ids = Arrays.copyOf(head, head.length + answer.length + 1);
    for (int i = 0; i < answer.length; i++) {
      ids[head.length + i] = (int) answer[i];
    }
    ids[ids.length - 1] = end;
    List<EncodedTurn.Mention> mentions = new ArrayList<>();
    for (Question.Mention m : question.mentions()) {
      mentions.add(new EncodedTurn.Mention(places.endingAt(m.end()), m.objects()));
    }
    List<EncodedTurn.Option> options = new ArrayList<>();
    for (Question.Option o : question.options()) {
      int letter = places.endingAt(o.letterEnd());
      int word = places.endingAt(o.end());
      options.add(new EncodedTurn.Option(letter, word, o.right()));
    }
    List<EncodedTurn.Claim> claims = new ArrayList<>();
    for (Question.Claim c : question.claims()) {
      claims.add(new EncodedTurn.Claim(places.endingAt(c.end()), c.holds()));
    }
    int clue = (int) tokenizer.encode(question.clue(), false, false).getIds()[0];
    return new EncodedTurn(
        question.family().label(), ids, head.length, clue, mentions, options, claims);
  }

  String decode(int[] ids) {
    return tokenizer.decode(Arrays.stream(ids).asLongStream().toArray(), true);
  }

  private static int[] ints(long[] ids) {
    return Arrays.stream(ids).mapToInt(Math::toIntExact).toArray();
  }

  @Override
  public void close() {
    tokenizer.close();
  }
}
