package io.qcpruner.text.internal.keyword;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.Keyword;
import io.qcpruner.core.anchor.LanguageKit;
import io.qcpruner.core.anchor.TaskPhrases;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of the specification, whose numbers are those of a float32 table. */
class WorkedKeywordsTest {

  private static final StaticModel MODEL = KeywordModels.embedded();
  private static final double TOLERANCE = 2e-4;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "What color is the bus?|bus 0.6724 color 0.5063",
        "Is there a snowboard in the image?|snowboard 0.7574 image 0.4848",
        "What's written on the sign next to the Bus stop (bus 12)? The bus is red."
            + "|bus 0.7247 sign 0.3150 12 0.2731 stop 0.2525 written 0.2242 red 0.1489",
        "Don't you see the man's T-shirt? He isn't wearing 2 hats, is he?"
            + "|man 0.5071 hats 0.5018 isn 0.4789 wearing 0.4743 don 0.4484 shirt 0.4455",
        "What is the man wearing a black T-shirt holding in his left hand?"
            + "|shirt 0.6208 wearing 0.6120 holding 0.4907 hand 0.4550 black 0.4447 left 0.3887",
        "How many people are there?|people 0.5301",
        "What is it?|''",
        "Why?|''",
        "Which is the name of this?|''",
        "The cat, the Cat and the CAT.|cat 0.8871",
        "What is the number on file_name_2023 at 10:45 on £5?"
            + "|file_name_2023 0.7487 45 0.5983 10 0.5296 number 0.5281",
        "Describe the İstanbul straße naïve CAFÉ scene."
            + "|straße 0.6114 café 0.5693 naïve 0.2874 scene 0.2505 stanbul -0.0595",
        "ⴰⴱ ⴲⴳ ⴴⴵ ⴶⴷ ⴸⴹ ⴺⴻ ⴼⴽ ⴾⴿ" + "|ⴾⴿ 0.0 ⴼⴽ 0.0 ⴺⴻ 0.0 ⴸⴹ 0.0 ⴶⴷ 0.0 ⴴⴵ 0.0",
        "What color is the bus?⏎Answer the question using a single word or phrase."
            + "|question 0.6040 phrase 0.5175 answer 0.4929 using 0.3913 word 0.3878 bus 0.3276",
        "Is there a snowboard in the image?⏎Answer the question using a single word or phrase."
            + "|question 0.5816 answer 0.5067 phrase 0.4651 snowboard 0.4592 using 0.4224"
            + " image 0.3918",
        "请问图中的公交车是什么颜色？⏎请直接回答选项字母。" + "|请问图中的公交车是什么颜色 0.8588 请直接回答选项字母 0.0",
      })
  void rankingsOfTheSpecification(String text, String expected) {
    check(expected, AnchorFinder.ofPaper(MODEL).keywords(text.replace('⏎', '\n')));
  }

  @Test
  void onlyTheFirst512TokensMakeTheDocument() {
    String text = "bus ".repeat(600) + "zebra ".repeat(600);
    check("bus 1.0000 zebra -0.0148", AnchorFinder.ofPaper(MODEL).keywords(text));
  }

  @Test
  void withoutTheSuffixTheContentWordsAreBack() {
    LanguageKit english = LanguageKit.english(MODEL);
    AnchorFinder stripped =
        new AnchorFinder(
            AnchorSettings.ofPaper().withStripTaskPhrases(true),
            text -> english,
            TaskPhrases.ofBenchmarks());
    String question = "What color is the bus?";
    String suffixed = question + "\nAnswer the question using a single word or phrase.";
    check("bus 0.6724 color 0.5063", stripped.keywords(suffixed));
  }

  @Test
  void vectorsOfTheSpecification() {
    assertArrayEquals(
        new int[] {1057, 2612, 1006, 999, 2905, 32}, MODEL.tokens("What color is the bus?"));
    assertStartsWith("What color is the bus?", -0.091931, 0.160254, -0.135425, 0.027978);
    assertStartsWith("bus", -0.143587, -0.108941, -0.171351, -0.022472);
    assertEquals(29525, MODEL.rows());
    assertEquals(256, MODEL.dimensions());
  }

  @Test
  void unknownTextIsTheZeroVector() {
    assertArrayEquals(new double[256], MODEL.embed("🙂"));
    assertArrayEquals(new double[256], MODEL.embed(""));
  }

  private static void assertStartsWith(String text, double... expected) {
    double[] vector = MODEL.embed(text);
    assertArrayEquals(expected, java.util.Arrays.copyOf(vector, expected.length), 1e-3);
  }

  private static void check(String expected, List<Keyword> found) {
    String[] parts = expected.isEmpty() ? new String[0] : expected.split(" ");
    assertEquals(parts.length / 2, found.size(), found::toString);
    for (int i = 0; i < found.size(); i++) {
      assertEquals(parts[2 * i], found.get(i).word());
      double score = Double.parseDouble(parts[2 * i + 1]);
      assertEquals(
          score, found.get(i).score(), TOLERANCE, String.format(Locale.ROOT, "%s", found.get(i)));
    }
  }
}
