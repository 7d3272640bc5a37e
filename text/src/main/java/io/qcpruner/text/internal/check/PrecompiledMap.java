package io.qcpruner.text.internal.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.qcpruner.json.JsonException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * SentencePiece's compiled character map: four bytes of length, a double-array trie of this many
 * bytes, then the replacement texts. The native reader trusts all three, so every step that the
 * trie could take is checked to stay inside.
 */
final class PrecompiledMap {

  /** Units come in blocks, and a step changes the low eight bits only after a jump to a block. */
  private static final int BLOCK = 256;

  private static final int HAS_LEAF = 256;

  private PrecompiledMap() {}

  static void check(JsonNode map, String label, String where) throws JsonException {
    String problem = map.isTextual() ? problem(map.textValue()) : "is not a text";
    if (problem != null) {
      throw new JsonException(label, where + ".precompiled_charsmap " + problem);
    }
  }

  private static String problem(String base64) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return "is not base64";
    }
    if (bytes.length < 4) {
      return "has only " + bytes.length + " bytes";
    }
    ByteBuffer map = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long trieBytes = Integer.toUnsignedLong(map.getInt());
    if (trieBytes > map.remaining() || trieBytes % (4 * BLOCK) != 0 || trieBytes == 0) {
      return "has a trie of " + trieBytes + " bytes in " + bytes.length;
    }
    int units = (int) (trieBytes / 4);
    byte[] texts = new byte[bytes.length - 4 - (int) trieBytes];
    map.get(4 + (int) trieBytes, texts);
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(texts));
    } catch (CharacterCodingException e) {
      return "has replacements that are not UTF-8";
    }
    return steps(map, units, texts);
  }

  private static String steps(ByteBuffer map, int units, byte[] texts) {
    for (int at = 0; at < units; at++) {
      int unit = unit(map, at);
      // a leaf is never stepped from, as no byte is its label, but the root is without a label
      if (unit < 0 && at > 0) {
        continue;
      }
      int next = next(unit, at);
      if (unit < 0 || next < 0 || (next & ~(BLOCK - 1)) >= units) {
        return "has a trie that leaves its " + units + " units";
      }
      if ((unit & HAS_LEAF) != 0) {
        // where the replacement starts, whether the unit there is a leaf or not
        int text = unit(map, next) & 0x7FFFFFFF;
        if (text >= texts.length || (texts[text] & 0xC0) == 0x80) {
          return "points outside of its " + texts.length + " bytes of replacements";
        }
        if (texts[text] == 0
            && isPlain(unit & 0xFF)
            && next(unit(map, 0), 0) == (at ^ (unit & 0xFF))) {
          return "deletes the character " + (char) (unit & 0xFF);
        }
      }
    }
    return null;
  }

  private static int unit(ByteBuffer map, int at) {
    return map.getInt(4 + 4 * at);
  }

  private static int next(int unit, int at) {
    return at ^ (unit >>> 10) << ((unit & 512) >>> 6);
  }

  /** Printable ASCII: what added tokens that are normalised may consist of beside such a map. */
  static boolean isPlain(int c) {
    return c > ' ' && c < 0x7F;
  }
}
