package io.qcpruner.core.anchor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class StopWordsTest {

  @Test
  void englishListIsTheOneOfScikitLearn() throws Exception {
    assertEquals(318, StopWords.english().size());
    try (InputStream in = StopWords.class.getResourceAsStream("stopwords-en.txt")) {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(in.readAllBytes());
      assertEquals(
          "4e22be0ad71ae1c41dd7a8f944e851ead671d114edf4faad1ee8c698d2ba5084",
          HexFormat.of().formatHex(hash));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "amoungst couldnt hasnt noone",
        "top bottom front back side first third full empty thick thin fire bill name part whole",
        "next system one two three four five six eight nine ten eleven twelve fifteen twenty",
        "forty fifty sixty hundred"
      })
  void holdsTheHistoricAndTheVisualWords(String words) {
    for (String word : words.split(" ")) {
      assertTrue(StopWords.english().contains(word), word);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"color", "image", "answer", "yes", "seven", "The"})
  void leavesContentWords(String word) {
    assertFalse(StopWords.english().contains(word));
  }

  @ParameterizedTest
  @EnumSource(AnchorLanguage.class)
  void everyLanguageHasAListInLowerCase(AnchorLanguage language) {
    assertTrue(StopWords.read(language).size() > 50);
    for (String word : StopWords.read(language)) {
      assertEquals(word.toLowerCase(java.util.Locale.ROOT).strip(), word);
    }
    assertTrue(StopWords.of(language).contains("the"), "English applies everywhere");
  }
}
