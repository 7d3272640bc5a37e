package io.qcpruner.core.anchor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanguageDetectorTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "en|What color is the bus?",
        "en|snowboard",
        "en|''",
        "en|???",
        "zh|请问图中的公交车是什么颜色？",
        "zh|图中的 bus 是什么颜色",
        "de|Welche Farbe hat der Bus neben dem Baum?",
        "fr|De quelle couleur est le bus à l'arrêt ?",
        "es|¿De qué color es el autobús que está en la calle?",
        "it|Di che colore è l'autobus nella strada?",
        "pt|Qual é a cor do ônibus que está na rua?",
        "nl|Welke kleur heeft de bus naast het huis?",
        "ru|Какого цвета автобус на этой картинке?",
      })
  void detectsByHanAndByFunctionWords(String code, String text) {
    assertEquals(AnchorLanguage.ofCode(code), new LanguageDetector().detect(text));
  }

  @Test
  void unknownCodesAreNamed() {
    IllegalArgumentException failure =
        assertThrows(IllegalArgumentException.class, () -> AnchorLanguage.ofCode("xx"));
    assertEquals(
        "unknown anchor language xx; known are en, zh, de, fr, es, it, pt, nl, ru",
        failure.getMessage());
  }
}
