package io.qcpruner.text.keyword;

import java.util.List;

/**
 * What a static model needs to know of a {@code tokenizer.json}.
 *
 * @param modelType WordPiece, BPE, Unigram or WordLevel
 * @param tokens all tokens by id, the added ones included
 * @param added the added tokens
 * @param unknownId id of the unknown token, -1 when the model has none
 * @param continuation what pieces inside a word start with
 * @param maxWordLength code points; longer words are unknown
 * @param bert the normaliser, null when normaliser or pre-tokeniser are of another kind
 */
record TokenizerFile(
    String modelType,
    String[] tokens,
    List<AddedToken> added,
    int unknownId,
    String continuation,
    int maxWordLength,
    BertRules bert) {

  /** Whether our own WordPiece does exactly what the file describes. */
  boolean isPlainBert() {
    return modelType.equals("WordPiece")
        && bert != null
        && unknownId >= 0
        && added.stream().allMatch(AddedToken::literal);
  }

  /** Median length of the tokens in code points, rounded down. */
  int medianLength() {
    int longest = 0;
    for (String token : tokens) {
      longest = Math.max(longest, token.length());
    }
    int[] counts = new int[longest + 1];
    for (String token : tokens) {
      counts[token.codePointCount(0, token.length())]++;
    }
    int low = at(counts, (tokens.length - 1) / 2);
    int high = at(counts, tokens.length / 2);
    return (low + high) / 2;
  }

  /** The length at a place of the sorted lengths. */
  private static int at(int[] counts, int place) {
    int seen = 0;
    int length = 0;
    while ((seen += counts[length]) <= place) {
      length++;
    }
    return length;
  }
}
