package io.qcpruner.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files that are not Llama's: other prefixes, no bytes, fields of later versions. */
class SentencePieceFormsTest {
  private static final int NORMAL = 1;
  private static final int UNKNOWN = 2;
  private static final int CONTROL = 3;
  private static final int USER = 4;
  private static final int BYTE = 6;

  @TempDir Path folder;
  private final WireWriter file = new WireWriter();

  private SentencePieceFormsTest piece(String text, int type) {
    file.message(1, new WireWriter().text(1, text).fixedFloat(2, -1).integer(3, type));
    return this;
  }

  private Tokenizer load(int prefix, int bytes) throws IOException {
    file.message(2, new WireWriter().integer(3, 2).integer(35, bytes));
    file.message(3, new WireWriter().integer(3, prefix).integer(4, 0));
    Files.write(folder.resolve("tokenizer.model"), file.bytes());
    return TokenizerFiles.load(folder);
  }

  @Test
  void withoutBytesWhatIsUnknownIsOneToken() throws IOException {
    piece("a", NORMAL).piece("<unk>", UNKNOWN).piece("<0xC3>", BYTE);
    Tokens tokens = load(0, 0).encode("a\u00e9a");
    assertArrayEquals(new int[] {0, 1, 0}, tokens.ids());
    assertArrayEquals(new int[] {0, 1, 2}, tokens.starts());
    assertArrayEquals(new int[] {1, 2, 3}, tokens.ends());
  }

  /** é is the bytes C3 A9, of which the file has one, under the id 0. */
  @Test
  void aByteWithoutAPieceIsUnknown() throws IOException {
    piece("<0xC3>", BYTE).piece("<unk>", UNKNOWN);
    assertArrayEquals(new int[] {0, 1}, load(0, 1).encode("\u00e9").ids());
  }

  @ParameterizedTest
  @CsvSource({"1, 2 0", "0, 0"})
  void textGetsABlankInFrontIfTheFileSaysSo(int prefix, String ids) throws IOException {
    piece("a", NORMAL).piece("<unk>", UNKNOWN).piece("\u2581", USER);
    Tokenizer tokenizer = load(prefix, 0);
    assertEquals(prefix == 1, tokenizer.dropsLeadingSpace());
    Tokens tokens = tokenizer.encode("a");
    assertEquals(ids, tokens.ids().length == 2 ? tokens.ids()[0] + " " + tokens.ids()[1] : "0");
    assertEquals(1, tokens.ends()[tokens.size() - 1]);
    assertEquals(0, tokens.starts()[0]);
  }

  @Test
  void kindsOfPieces() throws IOException {
    piece("a\u2581", NORMAL).piece("<unk>", UNKNOWN).piece("<s>", CONTROL).piece("<0x0A>", BYTE);
    piece("unused", 5);
    Tokenizer tokenizer = load(1, 1);
    assertEquals(5, tokenizer.size());
    assertTrue(tokenizer.isSpecial(-1));
    assertFalse(tokenizer.isSpecial(0));
    assertTrue(tokenizer.isSpecial(1));
    assertTrue(tokenizer.isSpecial(2));
    assertFalse(tokenizer.isSpecial(4));
    assertTrue(tokenizer.isSpecial(5));
    assertEquals(2, tokenizer.bos().getAsInt());
    assertEquals(1, tokenizer.special("<unk>").getAsInt());
    assertTrue(tokenizer.special("a").isEmpty());
    assertArrayEquals("a ".getBytes(StandardCharsets.UTF_8), tokenizer.bytes(0));
    assertArrayEquals(new byte[] {10}, tokenizer.bytes(3));
    assertArrayEquals(new byte[0], tokenizer.bytes(2));
  }

  @Test
  void fieldsOfLaterVersionsAreSteppedOver() throws IOException {
    file.message(
        1, new WireWriter().integer(9, 300).text(1, "a").fixedFloat(2, -1).integer(3, NORMAL));
    piece("<unk>", UNKNOWN);
    file.integer(9, 1);
    file.message(2, new WireWriter().text(7, "corpus").integer(3, 2).integer(35, 0));
    file.message(3, new WireWriter().text(2, "map").integer(4, 0).fixedFloat(6, 1));
    Files.write(folder.resolve("tokenizer.model"), file.bytes());
    assertArrayEquals(new int[] {1, 0}, TokenizerFiles.load(folder).encode("a").ids());
  }

  @ParameterizedTest
  @CsvSource({"0", "7"})
  void kindsThatAreNoneAreNamed(int type) throws IOException {
    piece("<unk>", UNKNOWN).piece("x", type);
    assertTrue(
        assertThrows(TokenizerException.class, () -> load(1, 1))
            .getMessage()
            .endsWith("piece type " + type));
  }

  @Test
  void aBytePieceMustSpellAByte() {
    piece("<unk>", UNKNOWN).piece("<0xZZ>", BYTE);
    assertTrue(
        assertThrows(TokenizerException.class, () -> load(1, 1))
            .getMessage()
            .endsWith("odd byte piece <0xZZ>"));
  }
}
