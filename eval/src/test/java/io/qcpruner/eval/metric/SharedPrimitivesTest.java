package io.qcpruner.eval.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedPrimitivesTest {

  @Test
  void pythonWhiteSpace() {
    assertEquals("x", PyText.strip("\u00a0\u3000 \u0085x\u001c\n"));
    assertEquals(List.of("a", "b"), PyText.split("\u00a0a \u2003b\n"));
    assertEquals(List.of("a", "", "b", ""), PyText.split("a  b ", ' '));
    assertEquals("\u200bx", PyText.strip("\u200bx"));
  }

  @Test
  void capitalizeLowersTheRest() {
    assertEquals("What does it say", PyText.capitalize("what DOES it Say"));
    assertEquals("", PyText.capitalize(""));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1e1|10",
        "' 10 '|10",
        "1_0|10",
        "-.5|-0.5",
        "5.|5",
        "+7|7",
        "inf|Infinity",
        "-Infinity|-Infinity",
        "NaN|NaN"
      })
  void floatAccepts(String in, double out) {
    assertEquals(out, PyText.parseFloat(in).orElseThrow());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"1,000", "$1", "0x10", "1f", "1d", "1__0", "_1", "1_", "1e", ".", "''", "1 0"})
  void floatRejects(String in) {
    assertTrue(PyText.parseFloat(in).isEmpty(), in);
  }

  @Test
  void vqaAccuracyOfTheSpecification() {
    List<String> references = new ArrayList<>(Collections.nCopies(6, "nokia"));
    references.addAll(List.of("nokia phone", "Nokia", "the nokia", "nok"));
    assertEquals(1.0, VqaAccuracy.score("Nokia.", references, VqaNormalizer::full), 1e-12);
    assertEquals(0.3, VqaAccuracy.score("nokia phone", references, VqaNormalizer::full), 1e-12);
    assertEquals(0.0, VqaAccuracy.score("nokias", references, VqaNormalizer::full), 0);
  }

  @Test
  void vqaAccuracyEqualsLeavingOneOut() {
    double[] expected = {0, 0.3, 0.6, 0.9, 1, 1, 1, 1, 1, 1, 1};
    for (int m = 0; m <= 10; m++) {
      assertEquals(expected[m], VqaAccuracy.fromMatches(m, 10), 1e-12);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"Yes.|yes|1|1", "no|no|1|1", "two|2|0|0", "a dog|dog|0|0", "left,|left|0|1"})
  void gqaOfTheSpecification(String prediction, String gold, int llava, int lmms) {
    assertEquals(llava == 1, ExactMatch.gqa(prediction, gold));
    assertEquals(lmms == 1, ExactMatch.ignoringCaseAndPunctuation(prediction, gold));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "A|A",
        "B.|B",
        "(C)|C",
        "C. red car|C",
        "The answer is B|B",
        "A cat is here|A",
        "A dog|A",
        "D)|D",
        "I choose: B|B",
        "It is a dog|B",
        "dog and cat|none",
        "answer:C|none",
        "E|E",
        "A and B|none",
        "The correct option is (D).|D",
        "B, dog|B",
        "~~|none",
        "Failed to obtain answer via API. B|none"
      })
  void mmbenchLetters(String answer, String letter) {
    List<String> options = List.of("cat", "dog", "red car", "none of these");
    assertEquals(letter, MmbenchOption.infer(answer, options).orElse("none"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"答案是 B|B", "B 狗|B", "猫|A", "A。|none", "选A|none", "（A）|none"})
  void mmbenchLettersInChinese(String answer, String letter) {
    assertEquals(letter, MmbenchOption.infer(answer, List.of("猫", "狗")).orElse("none"));
  }

  @Test
  void reasoningGoes() {
    assertEquals("B", ModelOutput.withoutReasoning("<think>a\nb</think>\n B "));
    assertEquals("B", ModelOutput.withoutReasoning("maybe A</think>B"));
    assertEquals("B", ModelOutput.withoutReasoning("<analysis>x</analysis>B"));
    assertEquals("B</think> as <think>C", ModelOutput.withoutReasoning("B</think> as <think>C"));
    assertFalse(ModelOutput.withoutReasoning("<think>open").isEmpty());
  }
}
