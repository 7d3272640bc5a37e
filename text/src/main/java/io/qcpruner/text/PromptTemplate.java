package io.qcpruner.text;

import java.util.List;

/** A chat format that backbones were trained and evaluated with. */
public interface PromptTemplate {

  /** The conversation as labelled segments, ending where the answer begins. */
  List<Segment> segments(Conversation conversation);
}
