package io.qcpruner.core.anchor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.layout.SpanLabel;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AnchorFinderTest {

  /** Longer words are nearer to the document, so the order of keywords is plain to see. */
  private static final TextEmbedder BY_LENGTH =
      new TextEmbedder() {
        @Override
        public int dimensions() {
          return 2;
        }

        @Override
        public double[] embed(String text) {
          return new double[] {Math.min(text.length(), 20), 5};
        }
      };

  private static final String PHRASE = "Answer the question using a single word or phrase.";

  private static PromptTokens vicuna(String typed, String tokens) {
    return new TestPrompt(TokenizerKind.SENTENCE_PIECE)
        .mark(SpanLabel.SPECIAL, 1)
        .chunk("USER: ", "", "", "3148 ▁USER 29901 : 29871 ▁")
        .mark(SpanLabel.VISUAL, 32000)
        .chunk("\n", typed, " ASSISTANT:", "29871 ▁ 13 <0x0A> " + tokens + " 1 ▁ASSISTANT 2 :")
        .build();
  }

  private static AnchorFinder finder(AnchorSettings settings) {
    LanguageKit english = LanguageKit.english(BY_LENGTH);
    return new AnchorFinder(settings, text -> english, TaskPhrases.ofBenchmarks());
  }

  @Test
  void promptWithoutCandidatesFallsBackToItsUserPositions() {
    PromptTokens prompt = vicuna("What is it?", "5618 What 338 ▁is 372 ▁it 29973 ?");
    Anchors anchors = finder(AnchorSettings.ofPaper()).find(prompt, null);
    assertEquals(AnchorOrigin.FALLBACK, anchors.origin());
    assertArrayEquals(new int[] {7, 8, 9, 10}, anchors.positions());
    assertTrue(anchors.spans().isEmpty());
  }

  @Test
  void fallbackLeavesOutKnownInstructions() {
    String tokens =
        "1 What 2 ▁is 3 ▁it 4 ? 13 <0x0A> 5 Answer 6 ▁the 7 ▁question 8 ▁using 9 ▁a 10 ▁single "
            + "11 ▁word 12 ▁or 13 ▁phrase 14 .";
    PromptTokens prompt = vicuna("What is it?\n" + PHRASE, tokens);
    AnchorSettings strip = AnchorSettings.ofPaper().withStripTaskPhrases(true);
    Anchors stripped = finder(strip).find(prompt, null);
    assertEquals(AnchorOrigin.FALLBACK, stripped.origin());
    assertArrayEquals(new int[] {7, 8, 9, 10, 11}, stripped.positions());
    Anchors paper = finder(AnchorSettings.ofPaper()).find(prompt, null);
    assertEquals(AnchorOrigin.KEYWORDS, paper.origin());
    assertArrayEquals(new int[] {12, 14, 15, 17, 18, 20}, paper.positions());
  }

  @Test
  void instructionsStayWhenThereIsNothingElse() {
    String tokens =
        "5 Answer 6 ▁the 7 ▁question 8 ▁using 9 ▁a 10 ▁single 11 ▁word 12 ▁or 13 ▁phrase 14 .";
    AnchorSettings strip = AnchorSettings.ofPaper().withStripTaskPhrases(true);
    Anchors anchors = finder(strip).find(vicuna(PHRASE, tokens), null);
    assertEquals(AnchorOrigin.FALLBACK, anchors.origin());
    assertArrayEquals(IntStream.range(7, 17).toArray(), anchors.positions());
  }

  @Test
  void noUserTextMeansNoPositions() {
    PromptTokens prompt =
        new TestPrompt(TokenizerKind.SENTENCE_PIECE)
            .mark(SpanLabel.VISUAL, 32000)
            .chunk("\n ASSISTANT:", "", "", "29871 ▁ 13 <0x0A> 1 ▁ASSISTANT 2 :")
            .build();
    Anchors anchors = finder(AnchorSettings.ofPaper()).find(prompt, null);
    assertEquals(AnchorOrigin.NO_TEXT, anchors.origin());
    assertEquals(0, anchors.positions().length);
  }

  @Test
  void keywordCountsOfTheAblation() {
    String typed = "aa bbb cccc ddddd eeeeee fffffff gggggggg hhhhhhhhh";
    String tokens = "1 aa 2 ▁bbb 3 ▁cccc 4 ▁ddddd 5 ▁eeeeee 6 ▁fffffff 7 ▁gggggggg 8 ▁hhhhhhhhh";
    for (int limit : new int[] {2, 4, 6, 8}) {
      AnchorSettings settings = AnchorSettings.ofPaper().withKeywords(limit);
      Anchors anchors = finder(settings).find(vicuna(typed, tokens), null);
      assertEquals(limit, anchors.keywords().size());
      assertArrayEquals(IntStream.range(15 - limit, 15).toArray(), anchors.positions());
    }
  }

  @Test
  void fullPromptTakesAllTextButMarks() {
    PromptTokens prompt = vicuna("a bus", "1 a 2 ▁bus");
    AnchorSettings full = AnchorSettings.ofPaper().withFullPrompt(true);
    Anchors anchors = finder(full).find(prompt, null);
    assertEquals(AnchorOrigin.FULL_PROMPT, anchors.origin());
    assertArrayEquals(new int[] {1, 2, 3, 5, 6, 7, 8, 9, 10}, anchors.positions());
  }

  @Test
  void promptScopeAlsoFindsTheTemplate() {
    PromptTokens prompt = vicuna("the user sees", "1 the 2 ▁user 3 ▁sees");
    AnchorFinder user = finder(AnchorSettings.ofPaper());
    assertArrayEquals(new int[] {8, 9}, user.find(prompt, null).positions());
    AnchorFinder all = finder(AnchorSettings.ofPaper().withScope(MatchScope.PROMPT));
    assertArrayEquals(new int[] {1, 8, 9}, all.find(prompt, null).positions());
  }

  @Test
  void wordsInSeveralPiecesKeepAllOfThem() {
    PromptTokens prompt = vicuna("Snowboard (bus)", "1 S 2 now 3 board 4 ▁( 5 bus 6 )");
    Anchors anchors = finder(AnchorSettings.ofPaper()).find(prompt, null);
    assertEquals(
        List.of(
            new AnchorSpan("snowboard", "Snowboard", 7, 9), new AnchorSpan("bus", "bus", 11, 11)),
        anchors.spans());
  }

  @Test
  void badColumnsAreRefused() {
    SpanLabel[] labels = {SpanLabel.USER, SpanLabel.USER};
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new PromptTokens(
                "ab", List.of(), new int[] {1, 2}, new int[] {1, 0}, new int[] {2, 1}, labels));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new PromptTokens(
                "ab", List.of(new TextRange(0, 3)), new int[0], new int[0], new int[0], labels));
  }
}
