package io.qcpruner.text;

import java.util.ArrayList;
import java.util.List;

/** Parts of a turn that several templates write the same way. */
final class TurnSegments {
  private TurnSegments() {}

  /** Each picture on a line of its own. */
  static List<Segment> picturesOnLines(Turn turn) {
    List<Segment> out = new ArrayList<>();
    for (int i = 0; i < turn.visuals(); i++) {
      out.add(Segment.visual());
      out.add(Segment.template("\n"));
    }
    return out;
  }

  /** Our instruction on a line of its own, if there is one. */
  static List<Segment> instruction(Turn turn) {
    return turn.instruction().isEmpty()
        ? List.of()
        : List.of(Segment.template(turn.instruction() + "\n"));
  }
}
