package io.qcpruner.text.internal.file;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.json.JsonException;
import java.io.IOException;
import java.util.List;

/**
 * What a {@code tokenizer.json} says, merges apart.
 *
 * @param label how messages call the file
 * @param modelType WordPiece, BPE, Unigram or WordLevel; empty when the file says nothing
 * @param pieces the vocabulary in the file's order
 * @param ids the id of each piece, none negative
 * @param unknown the text of the unknown token, null when there is none
 * @param continuation what pieces inside a word start with
 * @param maxWordLength code points; longer words are unknown
 */
public record TokenizerContent(
    String label,
    String modelType,
    List<String> pieces,
    int[] ids,
    List<AddedToken> added,
    JsonNode normalizer,
    JsonNode preTokenizer,
    JsonNode decoder,
    String unknown,
    String continuation,
    int maxWordLength) {

  public static TokenizerContent read(byte[] json, String label) throws IOException {
    return TokenizerContentReader.read(json, label);
  }

  /** A fault of this file. */
  public JsonException fault(String problem) {
    return new JsonException(label, problem);
  }
}
