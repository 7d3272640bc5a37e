package io.qcpruner.text.internal.keyword;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Character classes as BERT's own program defines them. */
class BertNormalizerTest {

  /** First and last ideographs of each block, and their neighbours outside. */
  @ParameterizedTest
  @CsvSource({
    "33FF,3400,true", "4DBF,4DC0,false", "4DFF,4E00,true", "9FFF,A000,false",
    "F8FF,F900,true", "FAFF,FB00,false", "1FFFF,20000,true", "2A6DF,2A6E0,false",
    "2A6FF,2A700,true", "2CEAF,2CEB0,false", "2F7FF,2F800,true", "2FA1F,2FA20,false"
  })
  void ideographsStandAlone(String before, String after, boolean starts) {
    BertNormalizer split = new BertNormalizer(new BertRules(false, true, false, false));
    String first = Character.toString(Integer.parseInt(before, 16));
    String second = Character.toString(Integer.parseInt(after, 16));
    assertEquals(starts ? first : " " + first + " ", split.normalize(first));
    assertEquals(starts ? " " + second + " " : second, split.normalize(second));
  }

  @ParameterizedTest
  @CsvSource({
    "a\u0000b,ab",
    "a\u001fb,ab",
    "a\u007fb,ab",
    "a\u0085b,ab",
    "a\ufffdb,ab",
    "a\u200bb,ab",
    "a\ue000b,ab",
    "a~b,a~b",
    "'a\tb','a b'",
    "'a\nb','a b'",
    "'a\rb','a b'",
    "'a\u000bb','ab'",
    "'a\u00a0b','a b'",
    "'a\u3000b','a b'",
    "'a b','a b'",
    "a\ud800b,ab"
  })
  void controlsVanishAndWhiteSpaceIsABlank(String text, String expected) {
    assertEquals(
        expected, new BertNormalizer(new BertRules(true, false, false, false)).normalize(text));
    assertEquals(
        text, new BertNormalizer(new BertRules(false, false, false, false)).normalize(text));
  }

  @ParameterizedTest
  @CsvSource({
    "8,false",
    "9,true",
    "13,true",
    "14,false",
    "32,true",
    "33,false",
    "127,false",
    "133,true",
    "160,true",
    "128,false",
    "8232,true"
  })
  void whiteSpace(int c, boolean white) {
    assertEquals(white, BertNormalizer.isWhiteSpace(c));
  }

  @Test
  void accentsAndCase() {
    BertNormalizer marks = new BertNormalizer(new BertRules(false, false, true, false));
    assertEquals("Cafe A", marks.normalize("Caf\u00e9 \u00c0"));
    BertNormalizer lower = new BertNormalizer(new BertRules(false, false, false, true));
    assertEquals("caf\u00e9", lower.normalize("CAF\u00c9"));
    assertEquals("i\u0307", lower.normalize("\u0130"));
  }

  @Test
  void rulesOfAFile() throws IOException {
    assertEquals(new BertRules(true, true, true, true), rules("{'type':'BertNormalizer'}"));
    assertEquals(
        new BertRules(false, false, false, false),
        rules(
            "{'type':'BertNormalizer','clean_text':false,'handle_chinese_chars':false,"
                + "'lowercase':false}"));
    assertTrue(
        rules("{'type':'BertNormalizer','lowercase':false,'strip_accents':true}").stripAccents());
    assertFalse(rules("{'type':'BertNormalizer','strip_accents':false}").stripAccents());
    assertEquals(null, rules("{'type':'NFC'}"));
  }

  private static BertRules rules(String json) throws IOException {
    return BertRules.of(new ObjectMapper().readTree(json.replace('\'', '"')));
  }
}
