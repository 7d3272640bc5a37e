package io.qcpruner.text.internal.grammar;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The twin of trie and automaton: reads the whole text again for every token. */
final class NaiveMask {
  private final Grammar grammar;

  NaiveMask(Grammar grammar) {
    this.grammar = grammar;
  }

  /** Places to go on at, the innermost first. */
  private record Way(Node here, List<Node> callers) {}

  /** Whether some text of the grammar begins so. */
  boolean begins(byte[] text) {
    return !read(text).isEmpty();
  }

  /** Whether a text is one of the grammar. */
  boolean isWhole(byte[] text) {
    return read(text).stream().anyMatch(way -> way.here == Node.END);
  }

  boolean isWhole(String text) {
    return isWhole(text.getBytes(StandardCharsets.UTF_8));
  }

  private Set<Way> read(byte[] text) {
    Set<Way> ways = new LinkedHashSet<>();
    open(new Way(grammar.start(), List.of()), ways);
    for (byte b : text) {
      Set<Way> next = new LinkedHashSet<>();
      for (Way way : ways) {
        if (way.here instanceof Node.Bytes bytes && bytes.contains(b & 0xFF)) {
          open(new Way(bytes.next, way.callers), next);
        }
      }
      ways = next;
    }
    return ways;
  }

  private void open(Way way, Set<Way> into) {
    Way at = way;
    // a loop, not a call: each character of a long text may have left a rule to come back to
    while (at.here == Node.END && !at.callers.isEmpty()) {
      at = new Way(at.callers.get(0), List.copyOf(at.callers.subList(1, at.callers.size())));
    }
    if (!grammar.isFinite(at.here)) {
      return;
    }
    List<Node> callers = at.callers;
    if (at.here instanceof Node.Choice choice) {
      choice.options.forEach(option -> open(new Way(option, callers), into));
    } else if (at.here instanceof Node.Call call) {
      List<Node> longer = new ArrayList<>(callers);
      longer.add(0, call.next);
      open(new Way(call.rule.start(), longer), into);
    } else {
      into.add(at);
    }
  }
}
