package io.qcpruner.text.internal.keyword;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our tokenizer against the HF library on the embedded vocabulary. */
@ExtendWith(Seeded.class)
class WordPieceTokenizerTest {

  private static final byte[] JSON = json();
  private static final TokenizerFile FILE = file();
  private static final KeywordTokenizer OURS = new WordPieceTokenizer(FILE);
  private static final StaticModel MODEL = KeywordModels.embedded();

  private static byte[] json() {
    try (InputStream in = StaticModel.class.getResourceAsStream("static-minilm/tokenizer.json")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static TokenizerFile file() {
    try {
      return TokenizerFile.read(JSON, "tokenizer.json");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Ids of potion-base-8M, which has three more special tokens in front, so 3 are taken off. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "What color is the bus?|1060 2615 1009 1002 2908 35",
        "snowboard|3592 5283",
        "t-shirt|62 17 2803",
        "keybindings|2151 7434 3673 1021",
        "Café naïve résumé coöperate — Ünïcödé accents|6674 14749 12752 16660 523 26266 23953",
        "emoji 🙂🚀 and symbols ∑ ∂ √ ∞ ≠|6867 28153 1078 1004 8261 598 606 607 33",
        "don't can't won't it's|1129 11 62 1070 11 62 1186 11 62 1015 11 61",
        "你好世界 and 日本語のテキスト mixed with English"
            + "|751 1004 870 882 956 677 29245 29233 29239 29246 2822 1013 1400",
      })
  void idsOfTheSpecification(String text, String potionIds) {
    assertEquals(potionIds, text(MODEL.tokens(text), 3));
  }

  @Test
  void wordsOverTheLimitAreUnknown() {
    assertEquals("1064 9058 1779", text(MODEL.tokens("a".repeat(120) + " overlong word"), 3));
    assertEquals(1, OURS.encode("a".repeat(101)).length);
    assertEquals(FILE.unknownId(), OURS.encode("a".repeat(101))[0]);
    assertTrue(OURS.encode("a".repeat(100)).length > 1);
  }

  @Test
  void capitalSigmaHasNoFinalForm() {
    assertArrayEquals(OURS.encode("οδοσ"), OURS.encode("ΟΔΟΣ"));
  }

  @Test
  void verticalTabDisappearsButATabSeparates() {
    assertArrayEquals(OURS.encode("snowboard"), OURS.encode("snow\u000bboard"));
    assertArrayEquals(OURS.encode("snow board"), OURS.encode("snow\tboard"));
  }

  @Test
  void addedTokensAreCutOutAsWritten() throws IOException {
    String text = "[UNK]nown [pad] [PAD]ed [[PAD]]";
    assertArrayEquals(new HubTokenizer(JSON, "tokenizer.json").encode(text), OURS.encode(text));
  }

  @Test
  void medianLengthOfTheVocabulary() {
    assertEquals(6, FILE.medianLength());
  }

  @Test
  void agreesWithTheLibraryOnRandomText(Random random) throws IOException {
    KeywordTokenizer library = new HubTokenizer(JSON, "tokenizer.json");
    String[] scraps = {
      "bus", "Snow", "board", " ", "\n", "\t", "'", "[UNK]", "[PAD]", "[", "]", "é", "E\u0301", "İ",
      "ß", "Σ", "公", "交", "한", "の", "ﬁ", "≠", "½", "🙂", "\u200b", "\u00a0", "\u0085", "\ufffd",
      "\u0000", "\ue000", "—", "_", "123", "$", "№", "x̂", "\u2028", "\u3000", "𝐀", "𠀀"
    };
    for (int round = 0; round < 3000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(12); i > 0; i--) {
        text.append(
            random.nextInt(3) == 0
                ? FILE.tokens()[random.nextInt(FILE.tokens().length)].replace("##", "")
                : scraps[random.nextInt(scraps.length)]);
      }
      String s = text.toString();
      assertArrayEquals(library.encode(s), OURS.encode(s), () -> escaped(s));
    }
  }

  private static String escaped(String s) {
    return s.codePoints().mapToObj(c -> "U+%04X".formatted(c)).collect(Collectors.joining(" "));
  }

  private static String text(int[] ids, int plus) {
    return Arrays.stream(ids)
        .mapToObj(id -> Integer.toString(id + plus))
        .collect(Collectors.joining(" "));
  }
}
