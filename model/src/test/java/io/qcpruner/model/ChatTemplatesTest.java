package io.qcpruner.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.media.RgbImage;
import io.qcpruner.model.nn.Placement;
import io.qcpruner.model.synthetic.TinyFolder;
import io.qcpruner.text.ChatRefusedException;
import io.qcpruner.text.ChatTemplateException;
import io.qcpruner.text.Conversation;
import io.qcpruner.text.PromptEncoder;
import io.qcpruner.text.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers in the format of a checkpoint's own template, from its file to the new tokens. */
final class ChatTemplatesTest {
  private static final String TEMPLATE =
      """
      {%- for m in messages -%}
      {{ '<|im_start|>' ~ m.role ~ ': ' }}
      {%- for part in m.content -%}
      {%- if part.type == 'image' -%}
        [<|vision_start|><|image_pad|><|vision_end|>]
      {%- elif part.type == 'text' -%}
        {{ part.text | trim }}
      {%- endif -%}
      {%- endfor -%}
      {{ '<|im_end|>' }}
      {%- endfor -%}
      <|im_start|>bot:""";

  @TempDir Path folder;

  @BeforeEach
  void checkpoint() throws IOException {
    TinyFolder.write(TinyModel.QWEN2, folder);
  }

  private static RgbImage noise(int seed) {
    byte[] rgb = new byte[3 * 60 * 40];
    new Random(seed).nextBytes(rgb);
    return new RgbImage(60, 40, rgb);
  }

  private static Conversation talk() {
    return new Conversation(
        "Be brief.",
        List.of(
            new Turn(1, "", " What is <|im_end|> here? ", "A bus."),
            new Turn(2, "", "And here?", null)));
  }

  private VisionLanguageModel open(ChatFormat format) throws IOException {
    return VisionLanguageModel.open(ModelFolders.of(folder).with(format), Placement.cpu());
  }

  private int[] answer(VisionLanguageModel model, Prompt prompt) throws IOException {
    try (EncodedVisual a = model.encode(noise(1));
        EncodedVisual b = model.encode(noise(2));
        EncodedVisual c = model.encode(noise(3))) {
      Ask ask = Ask.of(prompt).withMaxNewTokens(6);
      return model.ask(List.of(a, b, c), ask).generation().ids();
    }
  }

  private static Prompt chat() {
    return new Prompt.Chat(talk(), Optional.empty(), new int[0]);
  }

  /** What transformers writes for this template and conversation, encoded by hand. */
  private Prompt byHand(VisionLanguageModel model) {
    StringBuilder text = new StringBuilder("¶system: Be brief.§");
    text.append("¶user: [<*>]What is ‹|im_end|› here?§¶assistant: A bus.§");
    text.append("¶user: [<*>][<*>]And here?§¶bot:");
    int[] ids =
        text.chars()
            .flatMap(
                c ->
                    switch (c) {
                      case '¶' -> special(model, "<|im_start|>");
                      case '§' -> special(model, "<|im_end|>");
                      case '<' -> special(model, "<|vision_start|>");
                      case '>' -> special(model, "<|vision_end|>");
                      case '*' -> java.util.stream.IntStream.of(PromptEncoder.PICTURE);
                      default -> {
                        String said = String.valueOf((char) c).replace('‹', '<').replace('›', '>');
                        yield Arrays.stream(model.tokenizer().encode(said).ids());
                      }
                    })
            .toArray();
    return new Prompt.Ids(ids, new int[0]);
  }

  private static java.util.stream.IntStream special(VisionLanguageModel model, String token) {
    return java.util.stream.IntStream.of(model.tokenizer().special(token).orElseThrow());
  }

  @Test
  void checkpointsAnswerInTheirOwnFormat() throws IOException {
    int[] family;
    try (VisionLanguageModel model = open(ChatFormat.CHECKPOINT)) {
      family = answer(model, chat()); // no template yet
    }
    Files.writeString(folder.resolve("chat_template.jinja"), TEMPLATE);
    try (VisionLanguageModel model = open(ChatFormat.CHECKPOINT)) {
      int[] own = answer(model, chat());
      assertArrayEquals(answer(model, byHand(model)), own);
      assertNotEquals(Arrays.toString(family), Arrays.toString(own));
    }
    try (VisionLanguageModel model = open(ChatFormat.FAMILY)) {
      assertArrayEquals(family, answer(model, chat()));
    }
    Path elsewhere = folder.resolve("other.jinja");
    Files.writeString(elsewhere, TEMPLATE.replace("bot:", "me:"));
    try (VisionLanguageModel model = open(ChatFormat.parse(elsewhere.toString()))) {
      assertNotEquals(
          Arrays.toString(answer(model, byHand(model))), Arrays.toString(answer(model, chat())));
    }
  }

  @Test
  void templatesForTextLeaveThePromptToTheFamily() throws IOException {
    int[] family;
    try (VisionLanguageModel model = open(ChatFormat.CHECKPOINT)) {
      family = answer(model, chat());
    }
    String text = "{% for m in messages %}{{ m.role + m.content }}{% endfor %}";
    Files.writeString(folder.resolve("chat_template.jinja"), text);
    try (VisionLanguageModel model = open(ChatFormat.CHECKPOINT)) {
      assertArrayEquals(family, answer(model, chat()));
    }
    ChatFormat asked = new ChatFormat.File(folder.resolve("chat_template.jinja"));
    ChatTemplateException e = assertThrows(ChatTemplateException.class, () -> open(asked).close());
    assertEquals(
        "chat_template.jinja: writes neither <|image_pad|> for a picture nor <|video_pad|> for a"
            + " clip",
        e.getMessage());
  }

  @Test
  void brokenTemplatesStopTheModelFromOpening() throws IOException {
    Files.writeString(folder.resolve("chat_template.jinja"), "\n{% for m in %}");
    ChatTemplateException e =
        assertThrows(ChatTemplateException.class, () -> open(ChatFormat.CHECKPOINT).close());
    assertEquals(
        folder + "/chat_template.jinja line 2: %} where a value should be", e.getMessage());
    open(ChatFormat.FAMILY).close();
    Files.writeString(folder.resolve("chat_template.jinja"), "{{ messages.first.role }}");
    e = assertThrows(ChatTemplateException.class, () -> open(ChatFormat.CHECKPOINT).close());
    assertTrue(e.getMessage().startsWith(folder + "/chat_template.jinja line 1: "), e.getMessage());
  }

  @Test
  void conversationsThatATemplateRefusesAreNamed() throws IOException {
    String strict =
        TEMPLATE
            + "{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}";
    Files.writeString(folder.resolve("chat_template.jinja"), strict);
    try (VisionLanguageModel model = open(ChatFormat.CHECKPOINT)) {
      ChatRefusedException e =
          assertThrows(ChatRefusedException.class, () -> answer(model, chat()));
      assertEquals("chat_template.jinja line 12: no system", e.getMessage());
    }
  }
}
