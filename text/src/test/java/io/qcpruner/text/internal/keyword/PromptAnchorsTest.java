package io.qcpruner.text.internal.keyword;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.anchor.AnchorFinder;
import io.qcpruner.core.anchor.AnchorOrigin;
import io.qcpruner.core.anchor.AnchorSettings;
import io.qcpruner.core.anchor.AnchorSpan;
import io.qcpruner.core.anchor.Anchors;
import io.qcpruner.core.anchor.Keyword;
import io.qcpruner.core.anchor.MatchMode;
import io.qcpruner.core.anchor.PromptTokens;
import io.qcpruner.core.anchor.VectorizerWords;
import io.qcpruner.core.anchor.Word;
import io.qcpruner.testkit.Seeded;
import io.qcpruner.text.ChatMlTemplate;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.PromptEncoder;
import io.qcpruner.text.PromptTemplate;
import io.qcpruner.text.TestVocabularies;
import io.qcpruner.text.Tokenizer;
import io.qcpruner.text.TokenizerFiles;
import io.qcpruner.text.TokenizerKeywords;
import io.qcpruner.text.Tokens;
import io.qcpruner.text.VicunaTemplate;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** From the user's text to positions, with small tokenizers of both kinds. */
@ExtendWith(Seeded.class)
class PromptAnchorsTest {

  private static final StaticModel VECTORS = KeywordModels.embedded();
  private static final String SNOWBOARD =
      "Is there a snowboard in the image?\nAnswer the question using a single word or phrase.";

  @TempDir private Path folder;

  private Tokenizer llama() throws IOException {
    TestVocabularies.writeLlamaModel(folder);
    return TokenizerFiles.load(folder);
  }

  private Tokenizer qwen() throws IOException {
    TestVocabularies.writeQwenJson(folder);
    return TokenizerFiles.load(folder);
  }

  private static PromptTokens prompt(Tokenizer tokenizer, PromptTemplate template, String text) {
    return new PromptEncoder(tokenizer).encode(template, Conversation.of(1, text));
  }

  private static Anchors find(AnchorSettings settings, Tokenizer tokenizer, PromptTokens prompt) {
    return AnchorFinders.of(settings, VECTORS).find(prompt, new TokenizerKeywords(tokenizer));
  }

  @Test
  void vicunaSnowboard() throws IOException {
    try (Tokenizer tokenizer = llama()) {
      PromptTokens prompt = prompt(tokenizer, VicunaTemplate.V1, SNOWBOARD);
      Anchors paper = find(AnchorSettings.ofPaper(), tokenizer, prompt);
      // question answer phrase snowboard using image; snowboard is two pieces
      assertArrayEquals(new int[] {41, 42, 45, 48, 50, 51, 56}, paper.positions());
      AnchorSettings strip = AnchorSettings.ofPaper().withStripTaskPhrases(true);
      assertArrayEquals(new int[] {41, 42, 45}, find(strip, tokenizer, prompt).positions());
    }
  }

  @Test
  void qwenNeedsTheBlankThatLiteralMatchingLacks() throws IOException {
    try (Tokenizer tokenizer = qwen()) {
      PromptTokens prompt = prompt(tokenizer, ChatMlTemplate.MARKS, SNOWBOARD);
      AnchorSettings literal = AnchorSettings.ofPaper().withMode(MatchMode.LITERAL);
      assertEquals(AnchorOrigin.FALLBACK, find(literal, tokenizer, prompt).origin());
      int[] words = find(AnchorSettings.ofPaper(), tokenizer, prompt).positions();
      AnchorSettings cased = AnchorSettings.ofPaper().withMode(MatchMode.CASED);
      assertArrayEquals(words, find(cased, tokenizer, prompt).positions());
    }
  }

  @Test
  void qwenComposesAccentsBeforeWordsAreFound() throws IOException {
    try (Tokenizer tokenizer = qwen()) {
      PromptTokens composed = prompt(tokenizer, ChatMlTemplate.MARKS, "the café");
      PromptTokens apart = prompt(tokenizer, ChatMlTemplate.MARKS, "the cafe\u0301");
      assertArrayEquals(composed.ids(), apart.ids());
      List<AnchorSpan> spans = find(AnchorSettings.ofPaper(), tokenizer, apart).spans();
      assertEquals(List.of("café"), spans.stream().map(AnchorSpan::surface).toList());
    }
  }

  @Test
  void leadingBlankOfTheLibraryIsNoAnchor() throws IOException {
    TestVocabularies.writeLlamaJson(folder);
    try (Tokenizer tokenizer = TokenizerFiles.load(folder)) {
      Tokens tokens = tokenizer.encode("10:45");
      assertEquals(0, tokens.ends()[0] - tokens.starts()[0]);
      assertEquals(1, tokens.ends()[1]);
    }
  }

  @Test
  void fallbackKeepsTheQuestionWithoutItsSuffix() throws IOException {
    try (Tokenizer tokenizer = llama()) {
      String text = "What is it?\nAnswer the question using a single word or phrase.";
      AnchorSettings strip = AnchorSettings.ofPaper().withStripTaskPhrases(true);
      PromptTokens prompt = prompt(tokenizer, VicunaTemplate.V1, text);
      Anchors anchors = find(strip, tokenizer, prompt);
      assertEquals(AnchorOrigin.FALLBACK, anchors.origin());
      String kept =
          Arrays.stream(anchors.positions())
              .mapToObj(p -> prompt.text().substring(prompt.starts()[p], prompt.ends()[p]))
              .collect(Collectors.joining());
      assertEquals("What is it?", kept.strip());
    }
  }

  @Test
  void everyOccurrenceOfRandomTextsIsFoundByBothKinds(Random random) throws IOException {
    try (Tokenizer llama = llama()) {
      occurrences(random, llama, VicunaTemplate.V1);
    }
    java.nio.file.Files.delete(folder.resolve("tokenizer.model"));
    try (Tokenizer qwen = qwen()) {
      occurrences(random, qwen, ChatMlTemplate.MARKS);
    }
  }

  private static void occurrences(Random random, Tokenizer tokenizer, PromptTemplate template) {
    String[] scraps = {
      "bus",
      "Bus",
      "BUS",
      "buses",
      "snowboard",
      "12",
      "T-shirt",
      "naïve",
      "公交车",
      "🙂",
      "the",
      " ",
      " ",
      " ",
      "\n",
      "(",
      ")",
      "'s",
      ".",
      "_",
      "is",
      "red",
      "question"
    };
    for (int round = 0; round < 150; round++) {
      StringBuilder text = new StringBuilder("A");
      for (int i = random.nextInt(20); i > 0; i--) {
        text.append(scraps[random.nextInt(scraps.length)]);
      }
      check(tokenizer, prompt(tokenizer, template, text.toString()), text.toString());
    }
  }

  private static void check(Tokenizer tokenizer, PromptTokens prompt, String text) {
    AnchorFinder finder = AnchorFinders.of(AnchorSettings.ofPaper(), VECTORS);
    Anchors anchors = finder.find(prompt, new TokenizerKeywords(tokenizer));
    Set<String> keywords =
        finder.keywords(text).stream().map(Keyword::word).collect(Collectors.toSet());
    List<String> expected =
        new VectorizerWords()
            .words(text).stream().map(Word::form).filter(keywords::contains).toList();
    assertEquals(expected, anchors.spans().stream().map(AnchorSpan::keyword).toList(), () -> text);
    assertEquals(keywords.isEmpty(), anchors.origin() != AnchorOrigin.KEYWORDS);
    for (AnchorSpan span : anchors.spans()) {
      int[] ids = Arrays.copyOfRange(prompt.ids(), span.first(), span.last() + 1);
      String decoded = tokenizer.decode(ids);
      assertTrue(decoded.contains(span.surface()), () -> decoded + " <- " + span);
      assertEquals(span.keyword(), span.surface().toLowerCase(Locale.ROOT));
    }
  }
}
