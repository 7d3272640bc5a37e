package io.qcpruner.text;

import io.qcpruner.core.layout.SpanLabel;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code USER: ... ASSISTANT: ...} with each picture on a line of its own before the text.
 *
 * @param system the sentence before the first turn, empty for none
 */
public record VicunaTemplate(String system) implements PromptTemplate {

  /** LLaVA-1.5 and NeXT in their official evaluation. */
  public static final PromptTemplate V1 =
      new VicunaTemplate(
          "A chat between a curious user and an artificial intelligence assistant. The assistant"
              + " gives helpful, detailed, and polite answers to the user's questions.");

  /** {@link #V1} for a curious human; assumed by LLaVA's programs when no mode is given. */
  public static final PromptTemplate LLAVA_V1 =
      new VicunaTemplate(
          "A chat between a curious human and an artificial intelligence assistant. The assistant"
              + " gives helpful, detailed, and polite answers to the human's questions.");

  /** The chat template of llava-hf files: no system text. */
  public static final PromptTemplate HUB = new VicunaTemplate("");

  @Override
  public List<Segment> segments(Conversation conversation) {
    String text = conversation.system() == null ? system : conversation.system();
    List<Segment> out = new ArrayList<>();
    if (!text.isEmpty()) {
      out.add(Segment.template(text + " "));
    }
    conversation.turns().forEach(turn -> add(turn, out));
    return List.copyOf(out);
  }

  private static void add(Turn turn, List<Segment> out) {
    if (turn.visuals() == 0 && turn.instruction().isEmpty()) {
      // the blank is part of the first word's token, which is the user's
      out.add(Segment.template("USER:"));
      out.add(new Segment(SpanLabel.USER, " ", false));
    } else {
      out.add(Segment.template("USER: "));
    }
    out.addAll(TurnSegments.picturesOnLines(turn));
    out.addAll(TurnSegments.instruction(turn));
    out.addAll(QuestionSegments.segments(turn));
    out.add(Segment.template(" ASSISTANT:"));
    if (turn.answer() != null) {
      out.add(Segment.template(" " + turn.answer()));
      out.add(Segment.special("</s>"));
    }
  }
}
