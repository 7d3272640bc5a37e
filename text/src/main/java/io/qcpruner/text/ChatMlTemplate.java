package io.qcpruner.text;

import java.util.ArrayList;
import java.util.List;

/**
 * ChatML: every message between {@code <|im_start|>role} and {@code <|im_end|>}.
 *
 * @param system text of the system message; null for none
 * @param pictures how pictures stand in a user's message
 */
public record ChatMlTemplate(String system, Pictures pictures) implements PromptTemplate {

  /** How pictures stand in a user's message. */
  public enum Pictures {
    /** Each on a line of its own. */
    ON_LINES,
    /** Each between a vision start and a vision end mark, without line breaks. */
    BETWEEN_MARKS
  }

  /** LLaVA-Video: pictures on lines of their own. */
  public static final PromptTemplate LINES =
      new ChatMlTemplate("You are a helpful assistant.", Pictures.ON_LINES);

  /** Qwen2.5-VL: pictures between vision marks. */
  public static final PromptTemplate MARKS =
      new ChatMlTemplate("You are a helpful assistant.", Pictures.BETWEEN_MARKS);

  /** Qwen3-VL: the same without a system message. */
  public static final PromptTemplate MARKS_WITHOUT_SYSTEM =
      new ChatMlTemplate(null, Pictures.BETWEEN_MARKS);

  /** InternVL: pictures on lines of their own, without a system message. */
  public static final PromptTemplate LINES_WITHOUT_SYSTEM =
      new ChatMlTemplate(null, Pictures.ON_LINES);

  private static final String START = "<|im_start|>";
  private static final String END = "<|im_end|>";

  @Override
  public List<Segment> segments(Conversation conversation) {
    String text = conversation.system() == null ? system : conversation.system();
    List<Segment> out = new ArrayList<>();
    if (text != null) {
      message(out, "system", List.of(Segment.template(text)));
    }
    conversation.turns().forEach(turn -> add(turn, out));
    return List.copyOf(out);
  }

  private void add(Turn turn, List<Segment> out) {
    List<Segment> body = new ArrayList<>();
    body.addAll(
        switch (pictures) {
          case ON_LINES -> TurnSegments.picturesOnLines(turn);
          case BETWEEN_MARKS -> picturesBetweenMarks(turn);
        });
    body.addAll(TurnSegments.instruction(turn));
    body.addAll(QuestionSegments.segments(turn));
    message(out, "user", body);
    if (turn.answer() == null) {
      out.add(Segment.special(START));
      out.add(Segment.template("assistant\n"));
    } else {
      message(out, "assistant", List.of(Segment.template(turn.answer())));
    }
  }

  private static List<Segment> picturesBetweenMarks(Turn turn) {
    List<Segment> out = new ArrayList<>();
    for (int i = 0; i < turn.visuals(); i++) {
      out.add(Segment.special("<|vision_start|>"));
      out.add(Segment.visual());
      out.add(Segment.special("<|vision_end|>"));
    }
    return out;
  }

  private static void message(List<Segment> out, String role, List<Segment> body) {
    out.add(Segment.special(START));
    out.add(Segment.template(role + "\n"));
    out.addAll(body);
    out.add(Segment.special(END));
    out.add(Segment.template("\n"));
  }
}
