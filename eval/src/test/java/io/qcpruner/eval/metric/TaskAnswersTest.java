package io.qcpruner.eval.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The answer tables of section 5 of the benchmark specification. */
class TaskAnswersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "B|1|1",
        "b|0|1",
        "B.|0|1",
        "B. y|1|1",
        "(B)|0|0",
        "The answer is B.|1|0",
        "The answer is B|0|0",
        "The answer is A. The answer is B.|0|0",
        "D|0|0",
        "B is right|0|0"
      })
  void scienceQa(String prediction, int llava, int lmms) {
    assertEquals(llava == 1, ChoiceAnswer.scienceQaLlava(prediction).orElse("").equals("B"));
    assertEquals(lmms == 1, ChoiceAnswer.scienceQaLmms(prediction, "B"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "Yes|YES",
        "No.|NO",
        "No, there is no dog|NO",
        "Yes, but not sure|NO",
        "There is not a dog. Yes|NO",
        "NO|YES",
        "Nope|YES",
        "Not|YES",
        "~~|YES"
      })
  void popeLlava(String answer, YesNo expected) {
    assertEquals(expected, YesNo.popeLlava(answer));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "Yes|YES|YES",
        "no.|NO|NO",
        "Y|OTHER|YES",
        "~ Yes~|YES|YES",
        "not sure|NO|NO",
        "I think yes|OTHER|OTHER",
        "none|NO|NO",
        "Unknown|OTHER|OTHER"
      })
  void mme(String answer, YesNo official, YesNo lmms) {
    assertEquals(official, YesNo.mmeOfficial(answer));
    assertEquals(lmms, YesNo.mmeLmms(answer));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "10.5|10|1", "10.51|10|0", "9.5|10|1", "50%|0.5|1", "50%|50|0", "nan|5|0", "52.5%|50%|0",
        "0|0|1", "0.0|0|0", "1,000|1000|0", "~ 10 ~|10|1", "1e1|10|1", "Yes|yes|1", "yes.|yes|0",
        "Blue|~blue ~|0", "-9.6|-10|1", "2018|2019|1", "$10|10|0"
      })
  void chartQa(String prediction, String target, int ok) {
    assertEquals(ok == 1, RelaxedMatch.matches(prediction, target));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "B|1",
        "b|1",
        "B. roots|1",
        "(B)|1",
        "B)|1",
        "~ B.x~|1",
        "B roots|0",
        "The answer is B|0",
        "roots|0"
      })
  void ai2d(String answer, int ok) {
    assertEquals(ok == 1, ExactMatch.ignoringCaseAndPunctuation(ChoiceAnswer.ai2d(answer), "B"));
  }

  @Test
  void ocrBench() {
    check(true, "The word is Centre.", "Scene", "CENTRE");
    check(false, "center", "Scene", "CENTRE");
    check(true, "total: 1,200 USD", "Scene", "$1,200", "1,200");
    check(true, "Two\nlines", "Scene", "two lines");
    check(true, "banana", "Scene", "a");
    check(true, "x^2 + 1", "HME100k", "x ^ 2 + 1");
    check(true, "x ^ { 2 }\n", "HME100k", "x^{2}");
    check(true, "\\frac{a}{b}", "HME100k", "\\frac { a } { b }");
    check(false, "\\frac{A}{b}", "HME100k", "\\frac { A } { b }");
    assertEquals(
        true,
        OcrBenchMatch.matches("\\frac{A}{b}", List.of("\\frac { A } { b }"), "HME100k", false));
  }

  private static void check(boolean ok, String answer, String dataset, String... golds) {
    assertEquals(ok, OcrBenchMatch.matches(answer, List.of(golds), dataset, true), answer);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "A|A|1",
        "(A)|A|1",
        "A. open the door|A|1",
        "(B) close|B|1",
        "Option C|C|1",
        "The answer is D.|D|1",
        "a dog|A|1",
        "It is a dog, so (B)|B|0",
        "open the door|A|0",
        "E)|E|1"
      })
  void mvbench(String answer, String gold, int ok) {
    assertEquals(ok == 1, ChoiceAnswer.mvbench(answer).equals(ChoiceAnswer.mvbench(gold)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "B. foo|B",
        "The answer is C|C",
        "the answer is D|D",
        "(E)|E",
        "D. A book|D",
        "Answer: B|A",
        "because it is a cat|none"
      })
  void longVideoBench(String answer, String letter) {
    assertEquals(letter, ChoiceAnswer.longVideoBench(answer).orElse("none"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "B. foo|B", "The best answer is C.|C", "The answer is (D)|D", "I think Apples|A",
        "because A is wrong, B|A", "Best option: D|B", "a|none", "none|none"
      })
  void videoMme(String answer, String letter) {
    assertEquals(letter, ChoiceAnswer.videoMme(answer).orElse("none"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "A|A|1",
        "A: foo|A|1",
        "(A) foo|A|1",
        "Option B|B|1",
        "The answer is C|C|1",
        "apple|A|1",
        "answer: A|A|1",
        "**A**|A|0",
        "~~|A|0"
      })
  void mmstar(String answer, String gold, int ok) {
    assertEquals(ok == 1, ChoiceAnswer.mmstar(answer, gold));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "C|C",
        "C.|C",
        "(C)|C",
        "C. big cat|C",
        "A man holds a big cat|A",
        "The video shows that a big cat is sitting there.|C",
        "The answer is (B) not (C).|C",
        "I think it is B or C here|C",
        "B. dog. C. cat|B",
        "it is a tree near the car over there|E",
        "big cat|none"
      })
  void nextQa(String answer, String letter) {
    List<String> options = List.of("a red ball", "dog", "big cat", "tree", "car");
    assertEquals(
        letter, NextQaAnswer.parse(answer, options).map(ChoiceAnswer::letter).orElse("none"));
  }
}
