package io.qcpruner.core.anchor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SentencesTest {

  private static final String LONG =
      "I have one more question about this picture, and I would like a short answer. "
          + "What color is the star? Please think about it and take your time.";

  @Test
  void theLastSentenceAndTheQuestion() {
    assertEquals("Please think about it and take your time.", Sentences.last(LONG));
    assertEquals("What color is the star?", Sentences.question(LONG));
    assertEquals("Describe it.", Sentences.question("This is a scene. Describe it."));
    assertEquals("", Sentences.last(""));
    assertEquals("?!", Sentences.question("?!"));
  }

  @Test
  void abbreviationsLineBreaksAndFullWidthMarks() {
    assertEquals(List.of("It costs 3.50 now.", "Why?"), Sentences.of("It costs 3.50 now. Why?"));
    assertEquals(
        List.of("Which one?", "A. red", "B. blue"), Sentences.of("Which one?\nA. red\nB. blue"));
    assertEquals(
        List.of("\u4f60\u597d\u3002", "\u4ec0\u4e48\u989c\u8272\uff1f"),
        Sentences.of("\u4f60\u597d\u3002\u4ec0\u4e48\u989c\u8272\uff1f"));
  }

  @Test
  void scopesChooseTheTextThatGivesKeywords() {
    assertEquals(LONG, MatchScope.USER.source(LONG));
    assertEquals(LONG, MatchScope.PROMPT.source(LONG));
    assertEquals(Sentences.last(LONG), MatchScope.SENTENCE.source(LONG));
    assertEquals(Sentences.question(LONG), MatchScope.QUESTION.source(LONG));
    assertEquals(MatchScope.QUESTION, AnchorNames.scope("question"));
    assertEquals(MatchScope.SENTENCE, AnchorNames.scope("Sentence"));
  }

  @Test
  void letteredOptionsBelongToTheirQuestion() {
    String asked = "Look closely. What color is the star?\nA. red\nB. light blue";
    String options = "What color is the star?\nA. red\nB. light blue";
    assertEquals(options, Sentences.question(asked));
    assertEquals(options, Sentences.question(asked + "\nAnswer with the option's letter."));
    assertEquals(
        "Which?\n(A) one\n(B) two", Sentences.question("Which?\n\n(A) one\n(B) two\nSay it."));
    assertEquals("Which?\nA. red B. blue", Sentences.question("Which? A. red B. blue\nSay it."));
    assertEquals("Who?", Sentences.question("Who?\nA man, I think."));
  }
}
