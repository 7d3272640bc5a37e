package io.qcpruner.text.grammar;

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
    if (!grammar.isFinite(way.here)) {
      return;
    }
    if (way.here instanceof Node.Choice choice) {
      choice.options.forEach(option -> open(new Way(option, way.callers), into));
    } else if (way.here instanceof Node.Call call) {
      List<Node> callers = new ArrayList<>(way.callers);
      callers.add(0, call.next);
      open(new Way(call.rule.start(), callers), into);
    } else if (way.here == Node.END && !way.callers.isEmpty()) {
      open(new Way(way.callers.get(0), way.callers.subList(1, way.callers.size())), into);
    } else {
      into.add(way);
    }
  }
}
