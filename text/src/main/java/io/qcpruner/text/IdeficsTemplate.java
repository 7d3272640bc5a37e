package io.qcpruner.text;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code User: ... Assistant:} of Idefics3 and SmolVLM. A role's colon has a blank after it unless
 * a picture follows.
 *
 * @param start the special token that the prompt starts with
 * @param clips which of the conversation's pictures and clips are clips, in their order
 */
public record IdeficsTemplate(String start, List<Boolean> clips) implements PromptTemplate {

  private static final String END = "<end_of_utterance>";

  public IdeficsTemplate {
    clips = List.copyOf(clips);
  }

  @Override
  public List<Segment> segments(Conversation conversation) {
    List<Segment> out = new ArrayList<>();
    out.add(Segment.special(start));
    if (conversation.system() != null) {
      message(out, "System: ", List.of(Segment.template(conversation.system())));
    }
    int visual = 0;
    for (Turn turn : conversation.turns()) {
      boolean picture =
          turn.visuals() > 0 && (visual >= clips.size() || !clips.get(visual)); // first of the turn
      visual += turn.visuals();
      message(out, picture ? "User:" : "User: ", body(turn));
      if (turn.answer() == null) {
        out.add(Segment.template("Assistant:"));
      } else {
        message(out, "Assistant: ", List.of(Segment.template(turn.answer())));
      }
    }
    return List.copyOf(out);
  }

  private static List<Segment> body(Turn turn) {
    List<Segment> body = new ArrayList<>();
    for (int i = 0; i < turn.visuals(); i++) {
      body.add(Segment.visual());
    }
    body.addAll(TurnSegments.instruction(turn));
    body.addAll(QuestionSegments.segments(turn));
    return body;
  }

  private static void message(List<Segment> out, String role, List<Segment> body) {
    out.add(Segment.template(role));
    out.addAll(body);
    out.add(Segment.special(END));
    out.add(Segment.template("\n"));
  }
}
