package io.qcpruner.text.internal.keyword;

import io.qcpruner.text.internal.file.AddedToken;
import java.util.Arrays;
import java.util.List;

/**
 * BERT's tokenizer: added tokens cut out, clean-up, split at white space and punctuation, then the
 * longest known piece first. A word with any unknown rest is one unknown token.
 */
final class WordPieceTokenizer implements KeywordTokenizer {

  private final BertNormalizer normalizer;
  private final PieceTable table;
  private final List<AddedToken> added;
  private final int unknown;
  private final int maxWord;

  WordPieceTokenizer(TokenizerFile file) {
    normalizer = new BertNormalizer(file.bert());
    table = new PieceTable(file.tokens(), file.continuation());
    added = file.added();
    unknown = file.unknownId();
    maxWord = file.maxWordLength();
  }

  @Override
  public int[] encode(String text) {
    Ids ids = new Ids();
    int from = 0;
    while (from < text.length()) {
      AddedToken next = null;
      int at = text.length();
      for (AddedToken token : added) {
        int found = text.indexOf(token.content(), from);
        if (found >= 0 && (found < at || found == at && isLonger(token, next))) {
          next = token;
          at = found;
        }
      }
      words(normalizer.normalize(text.substring(from, at)), ids);
      if (next == null) {
        break;
      }
      ids.add(next.id());
      from = at + next.content().length();
    }
    return ids.toArray();
  }

  private static boolean isLonger(AddedToken token, AddedToken than) {
    return than == null || token.content().length() > than.content().length();
  }

  private void words(String text, Ids ids) {
    int start = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int next = i + Character.charCount(c);
      boolean punctuation = isPunctuation(c);
      if (punctuation || BertNormalizer.isWhiteSpace(c)) {
        pieces(text, start, i, ids);
        if (punctuation) {
          pieces(text, i, next, ids);
        }
        start = next;
      }
      i = next;
    }
    pieces(text, start, text.length(), ids);
  }

  private void pieces(String text, int start, int end, Ids ids) {
    if (start == end) {
      return;
    }
    if (end - start > maxWord && text.codePointCount(start, end) > maxWord) {
      ids.add(unknown);
      return;
    }
    int[] hashes = ids.scratch(end - start);
    int before = ids.size;
    for (int at = start; at < end; ) {
      boolean inside = at > start;
      int id = table.longestPrefix(text, at, end, inside, hashes);
      if (id < 0) {
        ids.size = before;
        ids.add(unknown);
        return;
      }
      ids.add(id);
      at += table.textLength(id, inside);
    }
  }

  private static boolean isPunctuation(int c) {
    if (c < 0x80) {
      return c > ' ' && c < 0x7F && !Character.isLetterOrDigit(c);
    }
    return switch (Character.getType(c)) {
      case Character.CONNECTOR_PUNCTUATION,
              Character.DASH_PUNCTUATION,
              Character.START_PUNCTUATION,
              Character.END_PUNCTUATION,
              Character.INITIAL_QUOTE_PUNCTUATION,
              Character.FINAL_QUOTE_PUNCTUATION,
              Character.OTHER_PUNCTUATION ->
          true;
      default -> false;
    };
  }

  /** A growing list of ids, with scratch space for one word; lives for one call. */
  private static final class Ids {
    private int[] values = new int[64];
    private int[] hashes = new int[128];
    private int size;

    void add(int id) {
      if (size == values.length) {
        values = Arrays.copyOf(values, 2 * size);
      }
      values[size++] = id;
    }

    int[] scratch(int length) {
      if (hashes.length < length) {
        hashes = new int[length];
      }
      return hashes;
    }

    int[] toArray() {
      return Arrays.copyOf(values, size);
    }
  }
}
