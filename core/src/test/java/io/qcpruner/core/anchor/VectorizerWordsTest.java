package io.qcpruner.core.anchor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.testkit.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(Seeded.class)
class VectorizerWordsTest {

  private final VectorizerWords segmenter = new VectorizerWords();

  @ParameterizedTest
  @CsvSource({
    "What's, what",
    "don't isn't, don isn",
    "T-shirt, shirt",
    "A. B. 2 £5, ''",
    "10:45, 10 45",
    "file_name_2023, file_name_2023",
    "İstanbul, stanbul",
    "公交车是什么颜色, 公交车是什么颜色",
    "∑∑ ⟨⟩ 🙂, ''",
    "'', ''",
    "𝐀, ''",
    "𝐀𝐁, 𝐀𝐁",
    "ΟΔΟΣ, οδο\u03c2",
  })
  void wordsOfTheSpecification(String text, String expected) {
    // final sigma: only the last row's word ends in one, spelled by the full mapping
    String want =
        expected.equals("οδος") ? "οδος".substring(0, 3) + "ς" : expected.replace(".", "");
    assertEquals(want, String.join(" ", forms(text)));
  }

  /** Letters of Unicode 14 to 16 and their neighbours; Java 17 knows Unicode 13. */
  @Test
  void lettersThatJava17DoesNotKnow() {
    for (int c : new int[] {0x2A6DE, 0x2A6DF, 0x31350, 0x323AF, 0x870, 0x9FFF, 0x10D40, 0x1C89}) {
      assertTrue(VectorizerWords.isWordCharacter(c), Integer.toHexString(c));
    }
    for (int c : new int[] {0x2A6E0, 0x3134B, 0x323B0, 0x888, 0x10D66, 0x10FFFF}) {
      assertFalse(VectorizerWords.isWordCharacter(c), Integer.toHexString(c));
    }
    String pair = new String(new int[] {0x2A6DF, 0x2A6DE}, 0, 2);
    assertEquals(List.of(pair), forms("a " + pair + "."));
  }

  @Test
  void rangesPointIntoTheOriginalText() {
    String text = "İİ The İstanbul BUS";
    List<String> surfaces = new ArrayList<>();
    for (Word word : segmenter.words(text)) {
      surfaces.add(word.form() + "=" + word.range().of(text));
    }
    assertEquals(List.of("the=The", "stanbul=stanbul", "bus=BUS"), surfaces);
  }

  @Test
  void agreesWithThePatternOnRandomText(Random random) {
    Pattern pattern = Pattern.compile("[\\p{L}\\p{N}_]+");
    int[] alphabet = "aBé_9 .'-\u0130\u0301\u200d\u203f公½🙂\n".codePoints().toArray();
    for (int round = 0; round < 2000; round++) {
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(30); i > 0; i--) {
        text.appendCodePoint(
            random.nextInt(4) == 0
                ? knownToJava17(random)
                : alphabet[random.nextInt(alphabet.length)]);
      }
      List<String> expected = new ArrayList<>();
      Matcher matcher = pattern.matcher(text.toString().toLowerCase(Locale.ROOT));
      while (matcher.find()) {
        if (matcher.group().codePointCount(0, matcher.group().length()) >= 2) {
          expected.add(matcher.group());
        }
      }
      assertEquals(expected, forms(text.toString()), text::toString);
    }
  }

  /** The pattern of this Java is not a judge of code points that are newer than Java 17. */
  private static int knownToJava17(Random random) {
    int codePoint = random.nextInt(0xD800);
    return NewerLetters.contains(codePoint) ? '-' : codePoint;
  }

  private List<String> forms(String text) {
    return segmenter.words(text).stream().map(Word::form).toList();
  }
}
