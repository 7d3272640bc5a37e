package io.qcpruner.core.anchor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.qcpruner.core.layout.SpanLabel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The worked example of the anchor specification with the ids of the real vocabularies. */
class WorkedExampleTest {

  private static final String QUESTION =
      "What's written on the sign next to the Bus stop (bus 12)? The bus is red.";
  private static final Set<String> KEYWORDS =
      new LinkedHashSet<>(List.of("bus", "sign", "12", "stop", "written", "red"));

  private static final PromptTokens VICUNA =
      new TestPrompt(TokenizerKind.SENTENCE_PIECE)
          .chunk(
              "\n",
              QUESTION,
              " ASSISTANT:",
              """
              29871 ▁ 13 <0x0A> 5618 What 29915 ' 29879 s 3971 ▁written 373 ▁on 278 ▁the 1804 ▁sign
              2446 ▁next 304 ▁to 278 ▁the 8406 ▁Bus 5040 ▁stop 313 ▁( 8262 bus 29871 ▁ 29896 1
              29906 2 6877 )? 450 ▁The 3593 ▁bus 338 ▁is 2654 ▁red 29889 . 319 ▁A 1799 SS 9047 IST
              13566 ANT 29901 :""")
          .build();

  private static final PromptTokens QWEN = qwen();

  private static PromptTokens qwen() {
    TestPrompt prompt = new TestPrompt(TokenizerKind.BYTE_LEVEL);
    IntStream.range(0, 15).forEach(i -> prompt.mark(SpanLabel.SPECIAL, 151644));
    return prompt
        .mark(SpanLabel.VISUAL, 151655)
        .mark(SpanLabel.SPECIAL, 151653)
        .chunk(
            "",
            QUESTION,
            "",
            """
            3838 What 594 's 5326 Ġwritten 389 Ġon 279 Ġthe 1841 Ġsign 1790 Ġnext 311 Ġto 279 Ġthe
            18598 ĠBus 2936 Ġstop 320 Ġ( 10338 bus 220 Ġ 16 1 17 2 11843 )? 576 ĠThe 5828 Ġbus
            374 Ġis 2518 Ġred 13 .""")
        .build();
  }

  /** Ids of the keyword forms that the test needs; other forms get ids that occur nowhere. */
  private record Known(TokenizerKind kind, Map<String, int[]> ids) implements KeywordEncoder {
    @Override
    public int[] encode(String text) {
      return ids.getOrDefault(text, new int[] {-1, -1, -1});
    }
  }

  private static final KeywordEncoder VICUNA_ENCODER =
      new Known(
          TokenizerKind.SENTENCE_PIECE,
          Map.of(
              "bus", new int[] {3593},
              "\nbus", new int[] {29871, 13, 8262},
              "Bus", new int[] {8406},
              "12", new int[] {29871, 29896, 29906},
              "\n12", new int[] {29871, 13, 29896, 29906}));
  private static final KeywordEncoder QWEN_ENCODER =
      new Known(
          TokenizerKind.BYTE_LEVEL,
          Map.of(
              "bus", new int[] {10338},
              " bus", new int[] {5828},
              " Bus", new int[] {18598},
              "12", new int[] {16, 17}));

  @Test
  void wordsOfVicunaPrompt() {
    List<AnchorSpan> spans = words(VICUNA);
    assertEquals("5-5 8-8 12-12 13-13 15-15 17-18 21-21 23-23", text(spans));
    assertEquals("Bus", spans.get(2).surface());
    assertEquals("bus", spans.get(2).keyword());
    int[] positions = {5, 8, 12, 13, 15, 17, 18, 21, 23};
    int[] shifted = IntStream.of(positions).map(p -> p + 36).toArray();
    PlaceholderExpansion expansion = new PlaceholderExpansion(new int[] {35}, new int[] {576});
    assertArrayEquals(
        new int[] {616, 619, 623, 624, 626, 628, 629, 632, 634}, expansion.apply(shifted));
  }

  @Test
  void wordsOfQwenPrompt() {
    assertEquals("19-19 22-22 26-26 27-27 29-29 31-32 35-35 37-37", text(words(QWEN)));
  }

  @Test
  void literalMatchesOfTheKeywordAlone() {
    assertEquals("21-21", ids(VICUNA, VICUNA_ENCODER, MatchMode.LITERAL, "bus"));
    assertEquals("16-18", ids(VICUNA, VICUNA_ENCODER, MatchMode.LITERAL, "12"));
    assertEquals("29-29", ids(QWEN, QWEN_ENCODER, MatchMode.LITERAL, "bus"));
  }

  @Test
  void spacedAndCasedMatches() {
    assertEquals("15-15 21-21", ids(VICUNA, VICUNA_ENCODER, MatchMode.SPACED, "bus"));
    assertEquals("16-18 17-18", ids(VICUNA, VICUNA_ENCODER, MatchMode.SPACED, "12"));
    assertEquals("12-12 15-15 21-21", ids(VICUNA, VICUNA_ENCODER, MatchMode.CASED, "bus"));
    assertEquals("29-29 35-35", ids(QWEN, QWEN_ENCODER, MatchMode.SPACED, "bus"));
    assertEquals("26-26 29-29 35-35", ids(QWEN, QWEN_ENCODER, MatchMode.CASED, "bus"));
  }

  private static List<AnchorSpan> words(PromptTokens prompt) {
    return new WordMatcher(new VectorizerWords(), MatchScope.USER).match(prompt, KEYWORDS);
  }

  private static String ids(
      PromptTokens prompt, KeywordEncoder encoder, MatchMode mode, String word) {
    return text(
        new SubsequenceMatcher(encoder, mode, MatchScope.USER).match(prompt, List.of(word)));
  }

  private static String text(List<AnchorSpan> spans) {
    List<String> out = new ArrayList<>();
    spans.forEach(span -> out.add(span.first() + "-" + span.last()));
    return String.join(" ", out);
  }
}
