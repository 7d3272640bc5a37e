package io.qcpruner.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.qcpruner.core.layout.SpanLabel;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole prompts: special tokens in double brackets, a picture as an asterisk, \n as a slash. */
class TemplatesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | [INST] */Why? [/INST]",
        "0 | [INST] Why? [/INST]",
        "2 | [INST] */*/Why? [/INST]",
      })
  void mistral(int pictures, String expected) {
    assertEquals(expected, shown(MistralTemplate.INSTRUCT, Conversation.of(pictures, "Why?")));
  }

  @Test
  void mistralSaysTheSystemTextOnce() {
    assertEquals(
        "[INST] <<SYS>>/Be brief./<</SYS>>//*/Why? [/INST] So. ((</s>))[INST] When? [/INST]",
        shown(MistralTemplate.INSTRUCT, twoTurns("Be brief.", "")));
    assertEquals(
        "[INST] */Why? [/INST] So. ((</s>))[INST] When? [/INST]",
        shown(MistralTemplate.INSTRUCT, twoTurns("", "")));
  }

  @Test
  void chatMl() {
    assertEquals(
        "((<|im_start|>))system/Be brief.((<|im_end|>))/((<|im_start|>))user/*/Look./Why?"
            + "((<|im_end|>))/((<|im_start|>))assistant/So.((<|im_end|>))/((<|im_start|>))user/"
            + "When?((<|im_end|>))/((<|im_start|>))assistant/",
        shown(ChatMlTemplate.LINES, twoTurns("Be brief.", "Look.")));
    assertEquals(
        "((<|im_start|>))system/You are a helpful assistant.((<|im_end|>))/((<|im_start|>))user/"
            + "((<|vision_start|>))*((<|vision_end|>))Why?((<|im_end|>))/"
            + "((<|im_start|>))assistant/",
        shown(ChatMlTemplate.MARKS, Conversation.of(1, "Why?")));
  }

  @Test
  void vicuna() {
    assertEquals(
        "Be brief. USER: */Look./Why? ASSISTANT: So.((</s>))USER: When? ASSISTANT:",
        shown(VicunaTemplate.HUB, twoTurns("Be brief.", "Look.")));
  }

  /** Without a picture the blank before the question is part of its first word. */
  @ParameterizedTest
  @CsvSource({"0, '', USER", "1, '', TEMPLATE", "0, Look., TEMPLATE"})
  void theBlankBeforeAQuestionWithoutPictureIsTheUsers(
      int pictures, String instruction, SpanLabel label) {
    List<Segment> segments =
        VicunaTemplate.HUB.segments(
            new Conversation(null, List.of(new Turn(pictures, instruction, "Why?", null))));
    Segment blank = segments.stream().filter(s -> s.text().endsWith(" ")).findFirst().orElseThrow();
    assertEquals(label, blank.label());
  }

  @Test
  void whatIsNoConversationIsRefused() {
    assertRefused("a conversation needs a question", () -> new Conversation(null, List.of()));
    Turn open = Turn.ask(0, "Why?");
    Turn done = new Turn(0, "", "Why?", "So.");
    assertRefused("turn 1 has no answer", () -> new Conversation(null, List.of(open, open)));
    assertRefused(
        "the last turn has its answer already", () -> new Conversation(null, List.of(done)));
    assertRefused("the question is empty", () -> Turn.ask(1, " \n"));
    assertRefused("a turn with -1 pictures", () -> Turn.ask(-1, "Why?"));
    assertRefused("1 ids, 0 starts, 1 ends", () -> new Tokens(new int[1], new int[0], new int[1]));
    assertRefused("1 ids, 1 starts, 2 ends", () -> new Tokens(new int[1], new int[1], new int[2]));
  }

  private static void assertRefused(
      String message, org.junit.jupiter.api.function.Executable making) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, making).getMessage());
  }

  private static Conversation twoTurns(String system, String instruction) {
    return new Conversation(
        system, List.of(new Turn(1, instruction, "Why?", "So."), Turn.ask(0, "When?")));
  }

  static String shown(PromptTemplate template, Conversation conversation) {
    return template.segments(conversation).stream()
        .map(
            s ->
                switch (s.label()) {
                  case SPECIAL -> "((" + s.text() + "))";
                  case VISUAL -> "*";
                  default -> s.text().replace('\n', '/');
                })
        .collect(Collectors.joining());
  }
}
