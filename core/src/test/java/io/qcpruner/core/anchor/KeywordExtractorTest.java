package io.qcpruner.core.anchor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeywordExtractorTest {

  /** Two-dimensional vectors for a few words; every other text lies on the first axis. */
  private record TinyVectors(Map<String, double[]> words) implements TextEmbedder {
    @Override
    public int dimensions() {
      return 2;
    }

    @Override
    public double[] embed(String text) {
      return words.getOrDefault(text, new double[] {1, 0});
    }
  }

  private static List<String> keywords(Map<String, double[]> vectors, String text, int limit) {
    return new KeywordExtractor(LanguageKit.english(new TinyVectors(vectors)))
        .extract(text, limit).stream().map(Keyword::word).toList();
  }

  @Test
  void ranksByCosineAndIgnoresLength() {
    Map<String, double[]> vectors =
        Map.of(
            "bus", new double[] {100, 100},
            "color", new double[] {0.1, 0.01},
            "sign", new double[] {-5, 0});
    assertEquals(
        List.of("color", "bus", "sign"), keywords(vectors, "sign of the color bus, BUS", 6));
  }

  @Test
  void tiesComeInDescendingOrderAndTheLaterWordSurvivesTheCut() {
    assertEquals(List.of("dd", "cc", "bb"), keywords(Map.of(), "aa bb cc dd aa", 3));
  }

  @Test
  void supplementaryLettersSortAfterAllOthers() {
    assertEquals(List.of("𝐀𝐁", "ﬁﬁ", "zz"), keywords(Map.of(), "𝐀𝐁 ﬁﬁ zz", 6));
  }

  @Test
  void unknownWordsAndDocumentsHaveSimilarityZero() {
    Map<String, double[]> vectors =
        Map.of("cat dog", new double[] {0, 0}, "cat", new double[] {-1, -1});
    List<Keyword> found =
        new KeywordExtractor(LanguageKit.english(new TinyVectors(vectors))).extract("cat dog", 6);
    assertEquals(List.of(new Keyword("dog", 0.0), new Keyword("cat", 0.0)), found);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   ", "What is it?", "a b c 1 2", "∑ ?!", "Why?"})
  void textsWithoutCandidatesGiveNothing(String text) {
    assertEquals(List.of(), keywords(Map.of(), text, 6));
  }

  @Test
  void limitsBelowOneAreRefusedByValue() {
    IllegalArgumentException failure =
        assertThrows(IllegalArgumentException.class, () -> keywords(Map.of(), "bus", 0));
    assertTrue(failure.getMessage().contains("0"));
  }

  @Test
  void scoresRoundOnTheExactBinaryValue() {
    // 0.00005 is stored a little above, 0.00015 a little below the decimal
    assertEquals(0.0001, new Keyword("a", 0.00005).score());
    assertEquals(0.0001, new Keyword("a", 0.00015).score());
    assertEquals(0.0002, new Keyword("a", Math.nextUp(0.00015)).score());
    assertEquals(-0.0595, new Keyword("a", -0.05951).score());
  }
}
