package io.qcpruner.text;

import java.util.List;

/** A chat format that backbones were trained and evaluated with. */
public interface PromptTemplate {

  /** The conversation as labelled segments, ending where the answer begins. */
  List<Segment> segments(Conversation conversation);

  /**
   * The same for formats that write clips otherwise than pictures.
   *
   * @param visuals what the conversation's places are for, in their order
   */
  default List<Segment> segments(Conversation conversation, List<VisualKind> visuals) {
    return segments(conversation);
  }
}
