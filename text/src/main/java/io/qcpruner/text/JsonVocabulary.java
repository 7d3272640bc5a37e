package io.qcpruner.text;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What a tokenizer.json says about its ids.
 *
 * @param pieces vocabulary entry or added token of each id; null where there is none
 * @param added ids of added tokens by their text
 * @param addedByFirst the added tokens by their first character
 * @param special ids of added tokens that are no text
 * @param byteLevel whether entries spell bytes (GPT-2 style) or text with U+2581 for space
 * @param composed whether the tokenizer composes characters (NFC) before anything else
 * @param size number of ids in use
 */
record JsonVocabulary(
    String[] pieces,
    Map<String, Integer> added,
    Map<Character, List<String>> addedByFirst,
    Set<Integer> special,
    boolean byteLevel,
    boolean composed,
    int size) {

  OptionalInt addedId(String text) {
    Integer id = added.get(text);
    return id == null ? OptionalInt.empty() : OptionalInt.of(id);
  }

  boolean isSpecial(int id) {
    return id < 0 || id >= pieces.length || pieces[id] == null || special.contains(id);
  }

  byte[] bytes(int id) {
    if (isSpecial(id)) {
      return new byte[0];
    }
    String piece = pieces[id];
    if (added.containsKey(piece)) {
      return piece.getBytes(StandardCharsets.UTF_8);
    }
    byte[] spelled = byteLevel ? ByteAlphabet.bytes(piece) : null;
    if (spelled != null) {
      return spelled;
    }
    if (!byteLevel && piece.matches("<0x[0-9A-F]{2}>")) {
      return new byte[] {(byte) Integer.parseInt(piece.substring(3, 5), 16)};
    }
    return piece.replace(SentencePieceTokenizer.SPACE, ' ').getBytes(StandardCharsets.UTF_8);
  }

  /** Where the next added-token string begins, at or after an index; -1 if there is none. */
  int nextAdded(String text, int from) {
    for (int at = from; at < text.length(); at++) {
      for (String token : addedByFirst.getOrDefault(text.charAt(at), List.of())) {
        if (text.startsWith(token, at)) {
          return at;
        }
      }
    }
    return -1;
  }
}
