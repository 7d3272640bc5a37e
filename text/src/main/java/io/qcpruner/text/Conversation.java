package io.qcpruner.text;

import java.util.List;

/**
 * What a prompt is made from.
 *
 * @param system system text; null for the template's own
 * @param turns all but the last with an answer
 */
public record Conversation(String system, List<Turn> turns) {

  public Conversation {
    turns = List.copyOf(turns);
    if (turns.isEmpty()) {
      throw new IllegalArgumentException("a conversation needs a question");
    }
    for (int i = 0; i < turns.size(); i++) {
      boolean last = i == turns.size() - 1;
      if ((turns.get(i).answer() == null) != last) {
        throw new IllegalArgumentException(
            last ? "the last turn has its answer already" : "turn " + (i + 1) + " has no answer");
      }
    }
  }

  /** How long all its texts are together. */
  public long characters() {
    long sum = system == null ? 0 : system.length();
    for (Turn turn : turns) {
      sum += turn.instruction().length() + turn.question().length();
      sum += turn.answer() == null ? 0 : turn.answer().length();
    }
    return sum;
  }

  /** One question about some pictures. */
  public static Conversation of(int visuals, String question) {
    return new Conversation(null, List.of(Turn.ask(visuals, question)));
  }
}
