package io.qcpruner.text;

import io.qcpruner.text.internal.jinja.Text;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A conversation as the messages that chat templates take: every content a list of parts. Each text
 * has a mark of its own, by which it is found again in what the template writes.
 */
final class ChatMessages {
  private final List<Object> messages = new ArrayList<>();
  private final List<Segment> texts = new ArrayList<>(); // by mark, from 1

  ChatMessages(Conversation conversation, List<VisualKind> visuals) {
    Iterator<VisualKind> kinds = visuals.iterator();
    if (conversation.system() != null) {
      add("system", List.of(textPart(marked(Segment.template(conversation.system())))));
    }
    for (Turn turn : conversation.turns()) {
      List<Object> content = new ArrayList<>();
      for (int i = 0; i < turn.visuals(); i++) {
        content.add(part("type", kinds.next() == VisualKind.PICTURE ? "image" : "video"));
      }
      List<Text> question = new ArrayList<>();
      TurnSegments.instruction(turn).forEach(s -> question.add(marked(s)));
      QuestionSegments.segments(turn).forEach(s -> question.add(marked(s)));
      content.add(textPart(Text.join(question)));
      add("user", content);
      if (turn.answer() != null) {
        add("assistant", List.of(textPart(marked(Segment.template(turn.answer())))));
      }
    }
  }

  List<Object> list() {
    return messages;
  }

  /** A stretch of one of the texts. */
  Segment segment(int mark, String text) {
    Segment whole = texts.get(mark - 1);
    return new Segment(whole.label(), text, whole.typed());
  }

  private Text marked(Segment segment) {
    texts.add(segment);
    return Text.of(segment.text(), texts.size());
  }

  private void add(String role, List<Object> content) {
    Map<Object, Object> message = part("role", role);
    message.put(Text.of("content"), content);
    messages.add(message);
  }

  private static Map<Object, Object> textPart(Text text) {
    Map<Object, Object> part = part("type", "text");
    part.put(Text.of("text"), text);
    return part;
  }

  private static Map<Object, Object> part(String name, String value) {
    Map<Object, Object> part = new LinkedHashMap<>();
    part.put(Text.of(name), Text.of(value));
    return part;
  }
}
