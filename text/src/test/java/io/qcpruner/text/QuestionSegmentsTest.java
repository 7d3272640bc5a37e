package io.qcpruner.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The {@code |} marks where the instruction should begin. */
class QuestionSegmentsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      textBlock =
          """
      Is it red?|\\nAnswer the question using a single word or phrase.
      What is this?|\\nWhen the provided information is insufficient, respond with 'Unanswerable'.\\nAnswer the question using a single word or phrase.
      Text?\\nReference OCR token: a, b|\\nAnswer the question using a single word or phrase.
      Which?\\nA. x\\nB. y|\\nAnswer with the option's letter from the given choices directly.
      哪个？\\nA. 一|\\n请直接回答选项字母。
      How many?|\\nAnswer the question with a single word.
      Q?\\nA. x|\\nThe best answer is:
      Describe the picture.|
      Answer the question using a single word or phrase. What is it?|
      |Answer the question using a single word or phrase.
      Is it red?| Answer the question using a single word or phrase.\\n
      """)
  void theSuffixBeginsWithItsBlanks(String marked) {
    String text = marked.replace("\\n", "\n");
    assertEquals(text.indexOf('|'), QuestionSegments.suffixStart(text.replace("|", "")));
  }
}
