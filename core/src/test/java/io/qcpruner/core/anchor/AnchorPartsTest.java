package io.qcpruner.core.anchor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.layout.SpanLabel;
import io.qcpruner.testkit.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The small parts that anchors are made of. */
@ExtendWith(Seeded.class)
class AnchorPartsTest {

  @Test
  void theDotProductIsThatOfAPlainLoop(Random random) {
    for (int n : new int[] {0, 1, 3, 4, 5, 8, 23}) {
      double[] a = random.doubles(n).toArray();
      double[] b = random.doubles(n, -1, 1).toArray();
      double expected = 0;
      for (int i = 0; i < n; i++) {
        expected += a[i] * b[i];
      }
      assertEquals(expected, Cosine.dot(a, b), 1e-12, n + " values");
    }
    assertEquals(0.96, Cosine.of(new double[] {3, 4}, 5, new double[] {4, 3}), 1e-12);
    assertEquals(0, Cosine.of(new double[] {3, 4}, 5, new double[2]));
  }

  @Test
  void languagesReadWhatTheyWrite() {
    assertSame(LanguageChoice.AUTO, LanguageChoice.parse("auto"));
    assertEquals("auto", LanguageChoice.AUTO.toString());
    for (AnchorLanguage language : AnchorLanguage.values()) {
      LanguageChoice choice = LanguageChoice.parse(language.code());
      assertFalse(choice.detect());
      assertEquals(language, choice.language());
      assertEquals(language.code(), choice.toString());
    }
  }

  @Test
  void modesReadWhatTheyWrite() {
    for (MatchMode mode : MatchMode.values()) {
      assertEquals(mode, AnchorNames.mode(AnchorNames.of(mode)));
    }
    assertThrows(IllegalArgumentException.class, () -> AnchorNames.scope("nowhere"));
  }

  @Test
  void changingOneSettingKeepsTheOthers() {
    AnchorSettings all =
        AnchorSettings.ofPaper()
            .withMode(MatchMode.CASED)
            .withScope(MatchScope.PROMPT)
            .withLanguage(LanguageChoice.AUTO)
            .withStripTaskPhrases(true)
            .withFullPrompt(true)
            .withKeywords(1);
    assertEquals(
        new AnchorSettings(1, true, MatchMode.CASED, MatchScope.PROMPT, LanguageChoice.AUTO, true),
        all);
    assertThrows(IllegalArgumentException.class, () -> all.withKeywords(0));
  }

  @Test
  void stringsAreSortedAsPythonSortsThem() {
    List<String> words = new ArrayList<>(List.of("ab", "\ue000", "a", "\ud83d\ude8c", "", "b"));
    words.sort(CodePointOrder.INSTANCE);
    assertEquals(List.of("", "a", "ab", "b", "\ue000", "\ud83d\ude8c"), words);
    assertEquals(0, CodePointOrder.INSTANCE.compare("ab", "ab"));
  }

  @Test
  void rangesTouchAndContain() {
    TextRange range = new TextRange(2, 5);
    assertEquals(3, range.length());
    assertTrue(range.intersects(4, 9) && range.intersects(0, 3));
    assertFalse(range.intersects(5, 6) || range.intersects(0, 2));
    assertTrue(range.contains(2, 5) && range.contains(3, 3));
    assertFalse(range.contains(1, 5) || range.contains(2, 6));
    assertEquals(new TextRange(4, 7), range.shifted(2));
    assertEquals("cde", range.of("abcdef"));
    assertThrows(IllegalArgumentException.class, () -> new TextRange(-1, 2));
    assertThrows(IllegalArgumentException.class, () -> new TextRange(3, 2));
  }

  /** System words in front, a token without source, the user's words, an instruction. */
  @Test
  void tokensKnowWhoseTheyAre() {
    SpanLabel[] labels = {
      SpanLabel.TEMPLATE, SpanLabel.USER, SpanLabel.USER, SpanLabel.TASK_SUFFIX
    };
    PromptTokens prompt =
        new PromptTokens(
            "abc def ghi",
            List.of(new TextRange(4, 11)),
            new int[] {1, 2, 3, 4},
            new int[] {0, 4, 4, 8},
            new int[] {3, 4, 7, 11},
            labels);
    assertFalse(prompt.isUser(0));
    assertFalse(prompt.isUser(1), "no source");
    assertTrue(prompt.isUser(2) && prompt.isUser(3));
    assertTrue(prompt.hasSource(0));
    assertFalse(prompt.hasSource(1));
    assertEquals("def ghi", prompt.userText());
    PromptTokens elsewhere =
        new PromptTokens(
            "abc def ghi",
            List.of(new TextRange(8, 11)),
            new int[] {3},
            new int[] {4},
            new int[] {7},
            new SpanLabel[] {SpanLabel.USER});
    assertFalse(elsewhere.isUser(0), "the user of an earlier turn");
  }
}
