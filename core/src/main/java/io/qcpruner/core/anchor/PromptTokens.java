package io.qcpruner.core.anchor;

import io.qcpruner.core.layout.SpanLabel;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A tokenised prompt, before visual placeholders are expanded. The arrays have one entry per token
 * and are not copied.
 *
 * <p>Paper symbol = our name: z = {@code ids}, L_t = {@link #size}.
 *
 * @param text all text of the prompt, in order; the ranges below point into it
 * @param user the pieces of {@code text} that the user typed in the current turn, ascending
 * @param ids token ids as the language model sees them
 * @param starts first UTF-16 unit of {@code text} that each token stands for
 * @param ends one past the last; equal to the start for a token without source, as special tokens,
 *     placeholders and a tokenizer's own leading blank are. Ranges with a source never decrease
 * @param labels which part of the prompt each token belongs to
 */
public record PromptTokens(
    String text, List<TextRange> user, int[] ids, int[] starts, int[] ends, SpanLabel[] labels) {

  public PromptTokens {
    user = List.copyOf(user);
    int n = ids.length;
    if (starts.length != n || ends.length != n || labels.length != n) {
      throw new IllegalArgumentException(
          "prompt columns differ in length: ids %d, starts %d, ends %d, labels %d"
              .formatted(n, starts.length, ends.length, labels.length));
    }
    for (TextRange range : user) {
      if (range.end() > text.length()) {
        throw new IllegalArgumentException(
            "user text " + range + " lies outside a prompt of " + text.length() + " characters");
      }
    }
    checkRanges(text.length(), starts, ends);
  }

  public int size() {
    return ids.length;
  }

  /** The user's text of the current turn, pieces joined by line breaks. */
  public String userText() {
    return user.stream().map(range -> range.of(text)).collect(Collectors.joining("\n"));
  }

  boolean hasSource(int token) {
    return starts[token] < ends[token];
  }

  /** Whether a token belongs to the user's text of the current turn. */
  boolean isUser(int token) {
    if (labels[token] != SpanLabel.USER && labels[token] != SpanLabel.TASK_SUFFIX) {
      return false;
    }
    for (TextRange range : user) {
      if (range.intersects(starts[token], ends[token])) {
        return true;
      }
    }
    return false;
  }

  private static void checkRanges(int length, int[] starts, int[] ends) {
    int start = 0;
    int end = 0;
    for (int i = 0; i < starts.length; i++) {
      if (starts[i] >= ends[i]) {
        continue; // no source
      }
      if (starts[i] < start || ends[i] < end || ends[i] > length) {
        throw new IllegalArgumentException(
            "source [%d, %d) of token %d starts before the end of [%d, %d) or beyond %d"
                .formatted(starts[i], ends[i], i, start, end, length));
      }
      start = starts[i];
      end = ends[i];
    }
  }
}
