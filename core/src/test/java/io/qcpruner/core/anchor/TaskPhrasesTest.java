package io.qcpruner.core.anchor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TaskPhrasesTest {

  private final TaskPhrases phrases = TaskPhrases.ofBenchmarks();

  @Test
  void findsSuffixesAsWritten() {
    String text = "What color?\nAnswer the question using a single word or phrase.";
    assertEquals(List.of(new TextRange(12, 62)), phrases.find(text));
    assertEquals("What color?\n", phrases.strip(text));
  }

  @Test
  void severalPhrasesAndChineseOnes() {
    assertEquals(
        "A dog? \n",
        phrases.strip(
            "A dog? Please answer yes or no.\nAnswer the question using a single word or phrase."));
    assertEquals("什么颜色？\n", phrases.strip("什么颜色？\n请直接回答选项字母。"));
  }

  @Test
  void theLongerOfTwoOverlappingPhrasesCounts() {
    TaskPhrases two = new TaskPhrases(List.of("be brief", "please be brief."));
    assertEquals("x ", two.strip("x please be brief."));
    assertEquals("x .be briefly", new TaskPhrases(List.of()).strip("x .be briefly"));
  }

  @Test
  void otherWordingsStay() {
    String text = "answer the question using a single word or phrase.";
    assertEquals(text, phrases.strip(text));
  }
}
