package io.qcpruner.text.internal.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.qcpruner.json.JsonException;
import io.qcpruner.json.JsonReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** Files that would end the process are refused before the native library sees them. */
class TokenizerCheckTest {

  private static final String RIGHT =
      """
      {"version": "1.0", "truncation": null, "padding": null, "added_tokens": [],
       "normalizer": null, "pre_tokenizer": {"type": "Whitespace"}, "post_processor": null,
       "decoder": null,
       "model": {"type": "WordLevel", "unk_token": "?", "vocab": {"?": 0, "a": 1, "b": 2}}}
      """;

  /** Fields of a right file and what they are replaced by. */
  @ParameterizedTest
  @CsvFileSource(resources = "bad-tokenizers.csv", delimiter = '|', quoteCharacter = '`')
  void badFileIsNamed(String field, String value, String message) throws Exception {
    ObjectNode file = JsonReader.STANDARD.object(RIGHT, "right");
    file.set(field, JsonReader.STANDARD.mapper().readTree(value));
    byte[] json = file.toString().getBytes(StandardCharsets.UTF_8);
    String found =
        assertThrows(JsonException.class, () -> TokenizerCheck.check(json, "f")).getMessage();
    assertEquals("f: " + message, found);
  }

  /** The largest and smallest values that pass. */
  @ParameterizedTest
  @CsvFileSource(resources = "good-tokenizers.csv", delimiter = '|', quoteCharacter = '`')
  void atTheBoundsAFilePasses(String field, String value) throws Exception {
    ObjectNode file = JsonReader.STANDARD.object(RIGHT, "right");
    file.set(field, JsonReader.STANDARD.mapper().readTree(value));
    TokenizerCheck.check(file.toString().getBytes(StandardCharsets.UTF_8), "f");
  }

  @Test
  void namesComeOnce() {
    String twice = RIGHT.replace("\"decoder\"", "\"normalizer\"");
    assertEquals("f line 3: has the field normalizer twice", message(twice));
    assertEquals("f: is not a JSON object", message("[]"));
    assertEquals("f: model is missing", message("{}"));
  }

  private static String message(String json) {
    byte[] bytes = json.strip().getBytes(StandardCharsets.UTF_8);
    return assertThrows(JsonException.class, () -> TokenizerCheck.check(bytes, "f")).getMessage();
  }

  @Test
  void rightFilesPassAndLoad() throws Exception {
    assertEquals(2, tokens(RIGHT, "a b"));
    String unigram =
        RIGHT
            .replaceAll("\"model\".*", "")
            .strip()
            .concat(
                "\"model\": {\"type\": \"Unigram\", \"unk_id\": 0, \"vocab\": [[\"<unk>\", 0.0],"
                    + " [\"a\", -1.0], [\"b\", -2.0]]}}")
            .replace(
                "\"normalizer\": null",
                "\"normalizer\": {\"type\": \"Precompiled\", \"precompiled_charsmap\": \""
                    + map(new int[256], "")
                    + "\"}");
    assertEquals(2, tokens(unigram, "a b"));
  }

  /** The library itself would take this expression. */
  @Test
  void aFileIsCheckedBeforeItIsOpened() {
    String split =
        RIGHT.replace(
            "{\"type\": \"Whitespace\"}",
            "{\"type\": \"Split\", \"pattern\": {\"Regex\": \"[ab]\"}, \"behavior\": \"Isolated\","
                + " \"invert\": false}");
    String message = assertThrows(JsonException.class, () -> tokens(split, "a b")).getMessage();
    assertTrue(message.contains("an unknown regular expression"), message);
  }

  private static int tokens(String json, String text) throws Exception {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    try (HuggingFaceTokenizer tokenizer = NativeTokenizers.open(bytes, "f")) {
      return tokenizer.encode(text, false, false).getIds().length;
    }
  }

  @Test
  void trieOfACharacterMapStaysInside() {
    int[] root = new int[256];
    root[0] = 0x80000000;
    assertTrue(precompiled(map(root, "")).contains("leaves its 256 units"));
    int[] far = new int[256];
    far[7] = 300 << 10;
    assertTrue(precompiled(map(far, "")).contains("leaves its 256 units"));
    assertTrue(precompiled(map(new int[100], "")).contains("has a trie of 400 bytes"));
    assertTrue(precompiled("AAAA").contains("has only 3 bytes"));
    assertTrue(precompiled("/////w==").contains("has a trie of 4294967295 bytes"));
    assertTrue(precompiled("*").contains("is not base64"));
  }

  /** A unit for the letter a below the root, whose replacement is found at another unit. */
  private static String letter(int found, String texts) {
    int[] units = new int[256];
    units['a'] = 'a' | 256 | ('a' ^ 1) << 10;
    units[1] = found;
    return map(units, texts);
  }

  @Test
  void replacementsOfACharacterMapStayInside() throws Exception {
    assertTrue(precompiled(letter(0x80000000 | 5, "abc")).contains("outside of its 3 bytes"));
    // the library takes the number of any unit there for a place, leaf or not
    assertTrue(precompiled(letter(9, "abc")).contains("outside of its 3 bytes"));
    assertTrue(precompiled(letter(0x80000000 | 1, "\u00e9b")).contains("outside of its 3 bytes"));
    assertTrue(precompiled(letter(0x80000000, "\0bc")).contains("deletes the character a"));
    TokenizerCheck.check(mapped(letter(0x80000000 | 1, "abc")), "f");
  }

  @Test
  void addedTokensAreReadAsTheNormalizerLeavesThem() {
    String added = "[{\"id\": 3, \"content\": \"%s\", \"normalized\": true}]";
    String replace =
        "{\"type\": \"Sequence\", \"normalizers\": [{\"type\": \"NFC\"}, {\"type\":"
            + " \"Replace\", \"pattern\": {\"String\": \"xy\"}, \"content\": \"\"}]}";
    String file = RIGHT.replace("\"normalizer\": null", "\"normalizer\": " + replace);
    assertEquals(
        "f: the added token 'xxyy' is empty once it is normalised",
        message(
            file.replace("[],", added.formatted("xxyy") + ",")
                .replace("\"String\": \"xy\"", "\"String\": \"xxyy\"")));
    String map =
        "{\"type\": \"Precompiled\", \"precompiled_charsmap\": \"" + map(new int[256], "") + "\"}";
    assertEquals(
        "f: the added token '\u00e9' is not safe beside a character map",
        message(
            RIGHT
                .replace("\"normalizer\": null", "\"normalizer\": " + map)
                .replace("[],", added.formatted("\u00e9") + ",")));
  }

  private static byte[] mapped(String map) {
    return withMap(map).getBytes(StandardCharsets.UTF_8);
  }

  private static String precompiled(String map) {
    return message(withMap(map));
  }

  private static String withMap(String map) {
    return RIGHT.replace(
        "\"normalizer\": null",
        "\"normalizer\": {\"type\": \"Precompiled\", \"precompiled_charsmap\": \"" + map + "\"}");
  }

  private static String map(int[] units, String texts) {
    byte[] tail = texts.getBytes(StandardCharsets.UTF_8);
    ByteBuffer out =
        ByteBuffer.allocate(4 + 4 * units.length + tail.length).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(4 * units.length);
    for (int unit : units) {
      out.putInt(unit);
    }
    return Base64.getEncoder().encodeToString(out.put(tail).array());
  }
}
