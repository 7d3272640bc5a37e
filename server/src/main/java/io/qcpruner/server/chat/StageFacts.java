package io.qcpruner.server.chat;

import java.util.List;
import java.util.OptionalDouble;

/** What a method decided at one of its stages. */
public record StageFacts(
    String stage,
    int candidates,
    int kept,
    OptionalDouble objective,
    OptionalDouble bound,
    List<String> notes) {

  public StageFacts {
    notes = List.copyOf(notes);
  }
}
