package io.qcpruner.checkpoint.weights;

import java.util.Collection;
import java.util.stream.Collectors;

/** Names for a message: all of a few, the beginning of many. */
final class Listing {
  private static final int SHOWN = 12;

  private Listing() {}

  static String of(Collection<String> names) {
    if (names.isEmpty()) {
      return "nothing";
    }
    String shown = names.stream().sorted().limit(SHOWN).collect(Collectors.joining(", "));
    int more = names.size() - SHOWN;
    return more > 0 ? shown + " and " + more + " more" : shown;
  }
}
