package io.qcpruner.text.internal.keyword;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.anchor.AnchorLanguage;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.Keyword;
import io.qcpruner.core.anchor.LanguageChoice;
import io.qcpruner.core.anchor.Word;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChineseWordsTest {

  private static final AnchorFinder AUTO =
      AnchorFinders.of(
          AnchorSettings.ofPaper().withLanguage(LanguageChoice.AUTO), KeywordModels.embedded());

  @ParameterizedTest
  @CsvSource({
    "请问图中的公交车是什么颜色, 请问 图 中 的 公交 车 是 什么 颜色",
    "图中有几只狗在草地上奔跑, 图 中 有 几 只 狗 在 草地 上 奔跑",
    "A. 红色的 Bus 12？, 红色 的 bus 12",
    "'', ''",
  })
  void segmentsOfTheSpecification(String text, String expected) {
    List<Word> words = new ChineseWords().words(text);
    assertEquals(expected, words.stream().map(Word::form).collect(Collectors.joining(" ")));
    for (Word word : words) {
      assertEquals(word.form(), word.range().of(text).toLowerCase(java.util.Locale.ROOT));
    }
  }

  @Test
  void questionsAreCutIntoContentWords() {
    String text = "请问图中的公交车是什么颜色？\n请直接回答选项字母。";
    assertEquals(AnchorLanguage.CHINESE, AUTO.language(text));
    assertEquals(Set.of("公交", "车", "颜色"), words(text));
  }

  @Test
  void theChineseTableKnowsChineseWords() {
    List<Keyword> found = AUTO.keywords("请问图中的公交车是什么颜色？");
    // 0.6004 0.5009 0.3137 with 256 float components; the embedded table has 128 bytes a row
    assertEquals(List.of("颜色", "公交", "车"), found.stream().map(Keyword::word).toList());
    assertEquals(0.6135, found.get(0).score(), 1e-4);
    assertEquals(0.5851, found.get(1).score(), 1e-4);
    assertEquals(0.3444, found.get(2).score(), 1e-4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Welche Farbe hat der Bus neben dem Baum?|farbe bus neben baum",
        "De quelle couleur est le bus devant la maison ?|couleur bus devant maison",
        "What color is the bus?|color bus",
      })
  void europeanFunctionWordsAreLeftOut(String text, String expected) {
    assertEquals(Set.of(expected.split(" ")), words(text));
  }

  private static Set<String> words(String text) {
    return AUTO.keywords(text).stream().map(Keyword::word).collect(Collectors.toSet());
  }
}
