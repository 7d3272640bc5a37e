package io.qcpruner.text;

import io.qcpruner.text.internal.jinja.JinjaException;
import io.qcpruner.text.internal.jinja.JinjaTemplate;
import io.qcpruner.text.internal.jinja.Text;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The chat format that a checkpoint's own template describes. The strings of special tokens and of
 * pictures count only where the template writes them: in what a user says they stay text.
 */
public final class ChatTemplate implements PromptTemplate {
  private final JinjaTemplate template;
  private final Path folder;
  private final Map<String, Object> constants = new HashMap<>();
  private final RenderedPrompt.Cutter cutter;

  /**
   * @param folder where the template's file lies, for messages that no request sees
   * @param named tokens that the template knows by name
   */
  ChatTemplate(
      JinjaTemplate template,
      Path folder,
      Map<String, String> named,
      VisualStrings visuals,
      Tokenizer tokenizer) {
    this.template = template;
    this.folder = folder;
    this.cutter = new RenderedPrompt.Cutter(visuals, tokenizer);
    named.forEach((name, token) -> constants.put(name, Text.of(token)));
    constants.put("add_generation_prompt", true);
  }

  /**
   * The template of a checkpoint; empty if it has none.
   *
   * @param folder the checkpoint
   * @param file another template than the checkpoint's
   * @param visuals what the template writes for pictures and clips
   * @param tokenizer its added tokens are cut out of what the template writes
   */
  public static Optional<ChatTemplate> find(
      Path folder, Optional<Path> file, VisualStrings visuals, Tokenizer tokenizer)
      throws ChatTemplateException {
    Optional<JinjaTemplate> found =
        file.isPresent()
            ? Optional.of(ChatTemplateFiles.read(file.get()))
            : ChatTemplateFiles.find(folder);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Path where = file.map(f -> f.toAbsolutePath().getParent()).orElse(folder);
    Map<String, String> named = ChatTemplateFiles.namedTokens(folder);
    return Optional.of(new ChatTemplate(found.get(), where, named, visuals, tokenizer));
  }

  /** How messages call the template. */
  public String label() {
    return template.label();
  }

  /**
   * Whether the template has a place for such a visual; templates for text alone have none.
   *
   * @throws ChatTemplateException if the template can't even write a question without one
   */
  public boolean takes(VisualKind kind) throws ChatTemplateException {
    ChatMessages probe = new ChatMessages(Conversation.of(1, "probe"), List.of(kind));
    try {
      return rendered(probe).kinds().equals(List.of(kind));
    } catch (JinjaException withVisual) {
      requireText(withVisual);
      return false;
    }
  }

  /** A template for text alone takes content as a plain text; one that can't either is broken. */
  private void requireText(JinjaException first) throws ChatTemplateException {
    Object message =
        Map.of(
            Text.of("role"), Text.of("user"),
            Text.of("content"), Text.of("probe"));
    try {
      template.render(variables(List.of(message)));
    } catch (JinjaException e) {
      throw new ChatTemplateException(first).in(folder);
    }
  }

  /** All places are for pictures. */
  @Override
  public List<Segment> segments(Conversation conversation) {
    int places = conversation.turns().stream().mapToInt(Turn::visuals).sum();
    return segments(conversation, Collections.nCopies(places, VisualKind.PICTURE));
  }

  /**
   * @throws ChatRefusedException if the template refuses the conversation, or leaves out the
   *     question, a picture or a clip
   */
  @Override
  public List<Segment> segments(Conversation conversation, List<VisualKind> visuals) {
    RenderedPrompt rendered;
    try {
      rendered = rendered(new ChatMessages(conversation, visuals));
    } catch (JinjaException e) {
      throw new ChatRefusedException(e.getMessage(), e);
    }
    if (!rendered.kinds().equals(visuals)) {
      throw new ChatRefusedException(
          "%s has places for %s, and %s was given%s"
              .formatted(
                  template.label(),
                  shown(rendered.kinds()),
                  shown(visuals),
                  rendered.kinds().size() == visuals.size() ? "; show them in that order" : ""),
          null);
    }
    if (rendered.segments().stream().noneMatch(Segment::typed)) {
      throw new ChatRefusedException(template.label() + " leaves out the question", null);
    }
    return rendered.segments();
  }

  private RenderedPrompt rendered(ChatMessages messages) throws JinjaException {
    return cutter.cut(template.render(variables(messages.list())), messages);
  }

  private Map<String, Object> variables(List<Object> messages) {
    Map<String, Object> variables = new HashMap<>(constants);
    variables.put("messages", messages);
    return variables;
  }

  private static String shown(List<VisualKind> kinds) {
    return kinds.isEmpty()
        ? "nothing"
        : String.join(
            ", ",
            kinds.stream().map(k -> k == VisualKind.PICTURE ? "a picture" : "a clip").toList());
  }
}
