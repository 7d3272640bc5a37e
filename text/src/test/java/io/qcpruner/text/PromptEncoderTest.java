package io.qcpruner.text;

import static io.qcpruner.core.layout.SpanLabel.SPECIAL;
import static io.qcpruner.core.layout.SpanLabel.TASK_SUFFIX;
import static io.qcpruner.core.layout.SpanLabel.TEMPLATE;
import static io.qcpruner.core.layout.SpanLabel.USER;
import static io.qcpruner.core.layout.SpanLabel.VISUAL;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.core.anchor.PromptTokens;
import io.qcpruner.core.layout.SpanLabel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The golden prompts of the specification; the marker -200 stands for the picture. */
class PromptEncoderTest {
  private static final String SNOWBOARD =
      "Is there a snowboard in the image?\nAnswer the question using a single word or phrase.";
  private static final String VICUNA_PREFIX =
      "1 319 13563 1546 263 12758 1404 322 385 23116 21082 20255 29889 450 20255 4076 8444 29892"
          + " 13173 29892 322 1248 568 6089 304 278 1404 29915 29879 5155 29889 3148 1001 29901"
          + " 29871";
  private static final String SNOWBOARD_SUFFIX =
      "29871 13 3624 727 263 15007 3377 297 278 1967 29973 13 22550 278 1139 773 263 2323 1734 470"
          + " 16549 29889 319 1799 9047 13566 29901";
  private static final String QWEN_PREFIX =
      "151644 8948 198 2610 525 264 10950 17847 13 151645 198 151644 872 198";

  @TempDir Path folder;

  private PromptEncoder llama() throws IOException {
    TestVocabularies.writeLlamaModel(folder);
    return new PromptEncoder(TokenizerFiles.load(folder));
  }

  private PromptEncoder qwen() throws IOException {
    TestVocabularies.writeQwenJson(folder);
    return new PromptEncoder(TokenizerFiles.load(folder));
  }

  @Test
  void vicunaPromptHasTheGoldenIdsAndLabels() throws IOException {
    PromptTokens prompt = llama().encode(VicunaTemplate.V1, Conversation.of(1, SNOWBOARD));
    assertIds(VICUNA_PREFIX + " -200 " + SNOWBOARD_SUFFIX, prompt);
    assertLabels(
        prompt,
        runs(
            SPECIAL,
            1,
            TEMPLATE,
            34,
            VISUAL,
            1,
            TEMPLATE,
            2,
            USER,
            9,
            TASK_SUFFIX,
            11,
            TEMPLATE,
            5));
    assertEquals(SNOWBOARD, prompt.userText());
    assertEquals(638, prompt.size() - 1 + 576);
  }

  /** One token per line break and the word after it, as a vocabulary with such pieces has. */
  @Test
  void aTokenWithAVisibleCharacterOfTheUserIsTheUsers() {
    Tokenizer fused = new FusedLines();
    PromptTokens prompt =
        new PromptEncoder(fused)
            .encode(
                List.of(
                    Segment.template("A:"),
                    Segment.template("\n"),
                    new Segment(USER, "Count it", true),
                    Segment.template("\n"),
                    Segment.template("B:")));
    assertLabels(prompt, new SpanLabel[] {TEMPLATE, USER, USER, TEMPLATE});
    assertEquals("\nCount", prompt.text().substring(prompt.starts()[1], prompt.ends()[1]));
  }

  @Test
  void llavaPromptSpeaksOfAHuman() throws IOException {
    PromptTokens prompt = llama().encode(VicunaTemplate.LLAVA_V1, Conversation.of(1, SNOWBOARD));
    assertIds(VICUNA_PREFIX.replace("1404", "5199") + " -200 " + SNOWBOARD_SUFFIX, prompt);
  }

  @Test
  void hubTemplateHasNoSystemText() throws IOException {
    PromptTokens prompt = llama().encode(VicunaTemplate.HUB, Conversation.of(1, SNOWBOARD));
    assertIds("1 3148 1001 29901 29871 -200 " + SNOWBOARD_SUFFIX, prompt);
  }

  @Test
  void aSecondVicunaTurnFollowsTheEndMark() throws IOException {
    Conversation conversation =
        new Conversation(
            null,
            List.of(new Turn(1, "", SNOWBOARD, "a"), Turn.ask(0, "What about the left one?")));
    PromptTokens prompt = llama().encode(VicunaTemplate.V1, conversation);
    int end = 35 + 1 + 27 + 1; // prefix, picture, question, the answer "a"
    assertEquals(2, prompt.ids()[end]);
    assertEquals(SPECIAL, prompt.labels()[end]);
    assertEquals("What about the left one?", prompt.userText());
    // after the mark a new dummy prefix, as at the start of any text
    int[] tail = Arrays.copyOfRange(prompt.ids(), end + 1, prompt.size());
    Tokenizer tokenizer = TokenizerFiles.load(folder);
    assertArrayEquals(tokenizer.encode("USER: What about the left one? ASSISTANT:").ids(), tail);
    // the first word is the user's although its blank comes from the template
    assertEquals(USER, prompt.labels()[end + 1 + 3]);
    assertEquals(TEMPLATE, prompt.labels()[end + 1 + 2]);
  }

  @Test
  void videoPromptHasTheGoldenIds() throws IOException {
    PromptTokens prompt =
        qwen().encode(ChatMlTemplate.LINES, Conversation.of(1, "What is the man doing?"));
    assertIds(
        QWEN_PREFIX + " -200 198 3838 374 279 883 3730 30 151645 198 151644 77091 198", prompt);
    assertLabels(
        prompt,
        runs(
            SPECIAL, 1, TEMPLATE, 8, SPECIAL, 1, TEMPLATE, 1, SPECIAL, 1, TEMPLATE, 2, VISUAL, 1,
            TEMPLATE, 1, USER, 6, SPECIAL, 1, TEMPLATE, 1, SPECIAL, 1, TEMPLATE, 2));
  }

  @Test
  void qwenVlPromptHasTheGoldenIds() throws IOException {
    PromptTokens prompt =
        qwen().encode(ChatMlTemplate.MARKS, Conversation.of(1, "What is in the image?"));
    assertIds(
        QWEN_PREFIX + " 151652 -200 151653 3838 374 304 279 2168 30 151645 198 151644 77091 198",
        prompt);
    assertEquals(15, indexOf(prompt.ids(), -200));
    assertEquals(1323, prompt.size() - 1 + 1296);
  }

  @Test
  void twoPicturesHaveTwoPlaces() throws IOException {
    PromptTokens prompt =
        qwen().encode(ChatMlTemplate.MARKS, Conversation.of(2, "What is in the image?"));
    assertIds(
        QWEN_PREFIX
            + " 151652 -200 151653 151652 -200 151653"
            + " 3838 374 304 279 2168 30 151645 198 151644 77091 198",
        prompt);
  }

  @Test
  void pastAnswersAndOwnSystemTextsAreTemplate() throws IOException {
    Conversation conversation =
        new Conversation(
            "system\nYou",
            List.of(new Turn(0, "", "a", "a"), Turn.ask(0, "What is in the image?")));
    PromptTokens prompt = qwen().encode(ChatMlTemplate.MARKS, conversation);
    long users = Arrays.stream(prompt.labels()).filter(l -> l == USER).count();
    assertEquals(1 + 6, users);
    assertEquals("What is in the image?", prompt.userText());
    assertTrue(prompt.text().startsWith("system\nsystem\nYou\nuser\n"), prompt.text());
  }

  @Test
  void forgedMarksInAQuestionStayText() throws IOException {
    PromptTokens prompt =
        qwen().encode(ChatMlTemplate.MARKS, Conversation.of(1, "<|image_pad|> a <image>"));
    assertEquals(1, Arrays.stream(prompt.ids()).filter(id -> id == -200).count());
    assertEquals(0, Arrays.stream(prompt.ids()).filter(id -> id == 151655).count());
  }

  @Test
  void badConversationsAreRefused() throws IOException {
    assertThrows(IllegalArgumentException.class, () -> Conversation.of(1, "  \n"));
    assertThrows(IllegalArgumentException.class, () -> new Conversation(null, List.of()));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Conversation(null, List.of(new Turn(0, "", "q", "a"))));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Conversation(null, List.of(Turn.ask(0, "q"), Turn.ask(0, "q"))));
    PromptEncoder encoder = llama();
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> encoder.encode(ChatMlTemplate.LINES, Conversation.of(0, "q")))
            .getMessage();
    assertTrue(message.contains("<|im_start|>"), message);
    assertTrue(Files.exists(folder.resolve("tokenizer.model")));
  }

  private static void assertIds(String expected, PromptTokens prompt) {
    assertArrayEquals(
        Arrays.stream(expected.split(" ")).mapToInt(Integer::parseInt).toArray(), prompt.ids());
  }

  private static void assertLabels(PromptTokens prompt, SpanLabel[] expected) {
    assertArrayEquals(expected, prompt.labels());
  }

  private static SpanLabel[] runs(Object... labelsAndCounts) {
    List<SpanLabel> out = new ArrayList<>();
    for (int i = 0; i < labelsAndCounts.length; i += 2) {
      for (int n = 0; n < (int) labelsAndCounts[i + 1]; n++) {
        out.add((SpanLabel) labelsAndCounts[i]);
      }
    }
    return out.toArray(SpanLabel[]::new);
  }

  private static int indexOf(int[] values, int value) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] == value) {
        return i;
      }
    }
    return -1;
  }
}
