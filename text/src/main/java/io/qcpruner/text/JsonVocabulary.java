package io.qcpruner.text;

import io.qcpruner.json.JsonException;
import io.qcpruner.text.internal.file.AddedToken;
import io.qcpruner.text.internal.file.TokenizerContent;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a tokenizer.json says about its ids.
 *
 * @param pieces vocabulary entry or added token of each id; null where there is none
 * @param added ids of added tokens by their text
 * @param addedByFirst the added tokens by their first character
 * @param special ids of added tokens that are not text
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

  private static final int MAX_ID = 10_000_000;

  static JsonVocabulary of(TokenizerContent file) throws JsonException {
    int vocabularyEnd = 0;
    for (int id : file.ids()) {
      vocabularyEnd = Math.max(vocabularyEnd, checked(file, id) + 1);
    }
    int all = vocabularyEnd;
    Map<String, Integer> added = new HashMap<>();
    Set<Integer> special = new HashSet<>();
    for (AddedToken token : file.added()) {
      if (token.content().codePointCount(0, token.content().length()) == 1) {
        // text is cut after the first character of such a string, so that it stays text
        throw file.fault("the added token " + token.content() + " is a single character");
      }
      all = Math.max(all, checked(file, token.id()) + 1);
      added.put(token.content(), token.id());
      if (token.special()) {
        special.add(token.id());
      }
    }
    boolean bpe = file.modelType().isEmpty() || file.modelType().equals("BPE");
    if (!bpe || vocabularyEnd == 0) {
      throw file.fault("the vocabulary of a BPE model is missing");
    }
    String[] pieces = new String[all];
    for (int i = 0; i < file.ids().length; i++) {
      pieces[file.ids()[i]] = file.pieces().get(i);
    }
    added.forEach((text, id) -> pieces[id] = text);
    // Llama files append <image> and <pad>, which are never to be generated; Qwen's end-of-turn is
    // an added token that must be
    boolean byteLevel = file.decoder().toString().contains("\"ByteLevel\"");
    return new JsonVocabulary(
        pieces,
        Map.copyOf(added),
        added.keySet().stream().collect(Collectors.groupingBy(token -> token.charAt(0))),
        Set.copyOf(special),
        byteLevel,
        file.normalizer().toString().contains("\"NFC\""),
        byteLevel ? all : vocabularyEnd);
  }

  private static int checked(TokenizerContent file, int id) throws JsonException {
    if (id > MAX_ID) {
      throw file.fault("the id " + id + " is over " + MAX_ID);
    }
    return id;
  }

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
