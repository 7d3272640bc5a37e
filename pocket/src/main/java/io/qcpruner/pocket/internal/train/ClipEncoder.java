package io.qcpruner.pocket.internal.train;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import io.qcpruner.pocket.internal.token.TokenizerJson;
import io.qcpruner.pocket.internal.token.Words;
import io.qcpruner.pocket.question.ClipQuestion;
import io.qcpruner.pocket.question.Question;
import io.qcpruner.text.internal.check.NativeTokenizers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Questions about clips to tokens, in ChatML as LLaVA-Video writes it. */
final class ClipEncoder implements AutoCloseable {

  private static final String SYSTEM = "system\nYou are a helpful assistant.";
  private static final String USER = "user\n";
  private static final String BEFORE = "\n";
  private static final String ASSISTANT = "assistant\n";

  private final HuggingFaceTokenizer tokenizer;
  private final int begin;
  private final int start;
  private final int end;

  ClipEncoder() {
    byte[] json = TokenizerJson.ofClips(Words.load()).getBytes(StandardCharsets.UTF_8);
    try {
      tokenizer = NativeTokenizers.open(json, "the tokenizer of clips");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    begin = special("<s>");
    start = special("<|im_start|>");
    end = special("<|im_end|>");
  }

  int special(String token) {
    long[] ids = tokenizer.encode(token, false, false).getIds();
    return (int) ids[ids.length - 1];
  }

  int end() {
    return end;
  }

  /** Everything before the clip. */
  int[] prefix() {
    int[] system = join(mark(begin), mark(start), text(SYSTEM), mark(end), text("\n"));
    return join(system, mark(start), text(USER));
  }

  /** From the newline after the clip to the end mark of the answer. */
  EncodedTurn encode(ClipQuestion question) {
    return encode(question, new int[0], BEFORE);
  }

  /** A question after an answered one: begins with the end mark of the answer before it. */
  EncodedTurn encodeLater(ClipQuestion question) {
    return encode(question, later(), USER);
  }

  /**
   * An answered question as the prompt of a later one shows it. The answer follows its line break
   * directly, where a new answer follows a blank, so that nothing is learnt from it.
   */
  EncodedTurn past(ClipQuestion question, boolean later) {
    int[] asked = text((later ? USER : BEFORE) + question.text());
    int[] answered = join(mark(end), text("\n"), mark(start), text(ASSISTANT + question.answer()));
    int[] ids = join(later ? later() : new int[0], asked, answered, mark(end));
    return new EncodedTurn(
        question.family().label(), ids, ids.length, end, List.of(), List.of(), List.of());
  }

  /** From the end of an answer to the next question's role. */
  private int[] later() {
    return join(mark(end), text("\n"), mark(start));
  }

  private EncodedTurn encode(ClipQuestion question, int[] marks, String before) {
    Encoding asked = tokenizer.encode(before + question.text(), false, false);
    int[] words = join(marks, ints(asked.getIds()));
    int[] head = join(words, mark(end), text("\n"), mark(start), text(ASSISTANT));
    TokenPlaces places = new TokenPlaces(asked.getCharTokenSpans(), before.length(), marks.length);
    int[] answer = text(question.answer());
    List<EncodedTurn.Mention> mentions = new ArrayList<>();
    for (Question.Mention m : question.mentions()) {
      mentions.add(new EncodedTurn.Mention(places.endingAt(m.end()), m.objects()));
    }
    return new EncodedTurn(
        question.family().label(),
        join(head, answer, mark(end)),
        head.length,
        answer[0],
        mentions,
        List.of(),
        List.of());
  }

  private int[] text(String text) {
    return ints(tokenizer.encode(text, false, false).getIds());
  }

  private static int[] mark(int id) {
    return new int[] {id};
  }

  private static int[] join(int[]... parts) {
    return Arrays.stream(parts).flatMapToInt(Arrays::stream).toArray();
  }

  private static int[] ints(long[] ids) {
    return Arrays.stream(ids).mapToInt(Math::toIntExact).toArray();
  }

  @Override
  public void close() {
    tokenizer.close();
  }
}
