package io.qcpruner.text.internal.keyword;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.json.JsonException;
import io.qcpruner.text.internal.file.AddedToken;
import io.qcpruner.text.internal.file.TokenizerContent;
import java.io.IOException;
import java.util.Arrays;
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

  /**
   * @param label how messages call the file
   */
  static TokenizerFile read(byte[] json, String label) throws IOException {
    try {
      return of(TokenizerContent.read(json, label));
    } catch (JsonException e) {
      throw new WeightsException(e.getMessage(), e);
    }
  }

  private static TokenizerFile of(TokenizerContent file) throws JsonException {
    boolean bertWords = "BertPreTokenizer".equals(file.preTokenizer().path("type").asText());
    return new TokenizerFile(
        file.modelType(),
        tokensById(file),
        file.added(),
        unknownId(file),
        file.continuation(),
        file.maxWordLength(),
        bertWords ? BertRules.of(file.normalizer()) : null);
  }

  private static String[] tokensById(TokenizerContent file) throws JsonException {
    int most = file.ids().length + file.added().size();
    int size = file.ids().length;
    for (AddedToken token : file.added()) {
      size = Math.max(size, token.id() + 1);
    }
    // ids have no gaps, so a table is never longer than the file
    if (size > most || size < 1) {
      throw file.fault("token ids go up to " + (size - 1) + ", but there are " + most + " tokens");
    }
    String[] tokens = new String[size];
    for (int i = 0; i < file.ids().length; i++) {
      place(file, tokens, file.ids()[i], file.pieces().get(i));
    }
    for (AddedToken token : file.added()) {
      place(file, tokens, token.id(), token.content());
    }
    int hole = Arrays.asList(tokens).indexOf(null);
    if (hole >= 0) {
      throw file.fault("no token has the id " + hole);
    }
    return tokens;
  }

  private static void place(TokenizerContent file, String[] tokens, int id, String token)
      throws JsonException {
    if (id >= tokens.length) {
      throw file.fault("token %s has the id %d of %d tokens".formatted(token, id, tokens.length));
    }
    if (tokens[id] != null && !tokens[id].equals(token)) {
      throw file.fault("tokens %s and %s share the id %d".formatted(tokens[id], token, id));
    }
    tokens[id] = token;
  }

  private static int unknownId(TokenizerContent file) throws JsonException {
    if (file.unknown() == null) {
      if (file.modelType().equals("WordPiece")) {
        throw file.fault("model.unk_token is missing");
      }
      return -1;
    }
    int at = file.pieces().indexOf(file.unknown());
    if (at < 0) {
      throw file.fault("the unknown token " + file.unknown() + " is not in the vocabulary");
    }
    return file.ids()[at];
  }

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
