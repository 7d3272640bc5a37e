package io.qcpruner.text;

import io.qcpruner.checkpoint.config.Family;
import io.qcpruner.core.layout.SpanLabel;
import java.util.ArrayList;
import java.util.List;

/** The chat formats that the backbones were trained and evaluated with. */
public enum PromptTemplate {
  /** LLaVA-1.5 and NeXT in their official evaluation. */
  VICUNA_V1(
      "A chat between a curious user and an artificial intelligence assistant. The assistant gives"
          + " helpful, detailed, and polite answers to the user's questions."),
  /** The same for a human; assumed by LLaVA's programs when no mode is given. */
  LLAVA_V1(
      "A chat between a curious human and an artificial intelligence assistant. The assistant gives"
          + " helpful, detailed, and polite answers to the human's questions."),
  /** The chat template of llava-hf files: no system text. */
  LLAVA_HF(""),
  /** LLaVA-Video. */
  QWEN_1_5("You are a helpful assistant."),
  QWEN2_5_VL("You are a helpful assistant.");

  private static final String START = "<|im_start|>";
  private static final String END = "<|im_end|>";

  private final String system;

  PromptTemplate(String system) {
    this.system = system;
  }

  /** The format that the paper's evaluation uses for a family. */
  public static PromptTemplate of(Family family) {
    return switch (family) {
      case LLAVA_1_5, LLAVA_NEXT -> VICUNA_V1;
      case LLAVA_VIDEO -> QWEN_1_5;
      case QWEN2_5_VL -> QWEN2_5_VL;
    };
  }

  /** The conversation as labelled segments, ending where the answer begins. */
  public List<Segment> segments(Conversation conversation) {
    String text = conversation.system() == null ? system : conversation.system();
    List<Segment> out = new ArrayList<>();
    boolean chatMl = this == QWEN_1_5 || this == QWEN2_5_VL;
    if (chatMl) {
      message(out, "system", List.of(Segment.template(text)));
    } else if (!text.isEmpty()) {
      out.add(Segment.template(text + " "));
    }
    for (Turn turn : conversation.turns()) {
      if (chatMl) {
        chatMlTurn(out, turn);
      } else {
        vicunaTurn(out, turn);
      }
    }
    return List.copyOf(out);
  }

  private static void vicunaTurn(List<Segment> out, Turn turn) {
    if (turn.visuals() == 0 && turn.instruction().isEmpty()) {
      // the blank is part of the first word's token, which is the user's
      out.add(Segment.template("USER:"));
      out.add(new Segment(SpanLabel.USER, " ", false));
    } else {
      out.add(Segment.template("USER: "));
    }
    pictures(out, turn);
    out.addAll(Questions.segments(turn));
    out.add(Segment.template(" ASSISTANT:"));
    if (turn.answer() != null) {
      out.add(Segment.template(" " + turn.answer()));
      out.add(Segment.special("</s>"));
    }
  }

  private void chatMlTurn(List<Segment> out, Turn turn) {
    List<Segment> body = new ArrayList<>();
    if (this == QWEN2_5_VL) {
      for (int i = 0; i < turn.visuals(); i++) {
        body.add(Segment.special("<|vision_start|>"));
        body.add(Segment.visual());
        body.add(Segment.special("<|vision_end|>"));
      }
      instruction(body, turn);
    } else {
      pictures(body, turn);
    }
    body.addAll(Questions.segments(turn));
    message(out, "user", body);
    if (turn.answer() == null) {
      out.add(Segment.special(START));
      out.add(Segment.template("assistant\n"));
    } else {
      message(out, "assistant", List.of(Segment.template(turn.answer())));
    }
  }

  /** LLaVA: each picture on a line of its own before the text. */
  private static void pictures(List<Segment> out, Turn turn) {
    for (int i = 0; i < turn.visuals(); i++) {
      out.add(Segment.visual());
      out.add(Segment.template("\n"));
    }
    instruction(out, turn);
  }

  private static void instruction(List<Segment> out, Turn turn) {
    if (!turn.instruction().isEmpty()) {
      out.add(Segment.template(turn.instruction() + "\n"));
    }
  }

  private static void message(List<Segment> out, String role, List<Segment> body) {
    out.add(Segment.special(START));
    out.add(Segment.template(role + "\n"));
    out.addAll(body);
    out.add(Segment.special(END));
    out.add(Segment.template("\n"));
  }
}
