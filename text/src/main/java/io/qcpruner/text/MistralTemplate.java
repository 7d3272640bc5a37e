package io.qcpruner.text;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code [INST] ... [/INST]} with each picture on a line of its own before the text: LLaVA-NeXT on
 * a Mistral decoder ({@code mistral_instruct} of the LLaVA programs).
 */
public record MistralTemplate() implements PromptTemplate {
  public static final PromptTemplate INSTRUCT = new MistralTemplate();

  @Override
  public List<Segment> segments(Conversation conversation) {
    List<Segment> out = new ArrayList<>();
    boolean first = true;
    for (Turn turn : conversation.turns()) {
      out.add(Segment.template("[INST] "));
      if (first && conversation.system() != null && !conversation.system().isEmpty()) {
        out.add(Segment.template("<<SYS>>\n" + conversation.system() + "\n<</SYS>>\n\n"));
      }
      first = false;
      out.addAll(TurnSegments.picturesOnLines(turn));
      out.addAll(TurnSegments.instruction(turn));
      out.addAll(QuestionSegments.segments(turn));
      out.add(Segment.template(" [/INST]"));
      if (turn.answer() != null) {
        out.add(Segment.template(" " + turn.answer() + " "));
        out.add(Segment.special("</s>"));
      }
    }
    return List.copyOf(out);
  }
}
