package io.qcpruner.text.internal.grammar;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/**
 * The places of a grammar from which its rule can end. A schema that requires itself has others: an
 * answer that went there could never be finished.
 */
final class FinitePlaces {
  private FinitePlaces() {}

  static Set<Node> of(Node start) {
    List<Node> all = reachable(start);
    Set<Node> finite = Grammar.identitySet();
    boolean changed = true;
    while (changed) {
      changed = false;
      // places were found before those that follow them, so backwards one pass nearly suffices
      for (int i = all.size() - 1; i >= 0; i--) {
        Node node = all.get(i);
        if (!finite.contains(node) && ends(node, finite)) {
          changed |= finite.add(node);
        }
      }
    }
    return finite;
  }

  private static boolean ends(Node node, Set<Node> finite) {
    if (node instanceof Node.Bytes bytes) {
      return finite.contains(bytes.next);
    }
    if (node instanceof Node.Call call) {
      return finite.contains(call.rule.start()) && finite.contains(call.next);
    }
    return !(node instanceof Node.Choice choice)
        || choice.options.stream().anyMatch(finite::contains);
  }

  private static List<Node> reachable(Node start) {
    Set<Node> seen = Grammar.identitySet();
    List<Node> order = new ArrayList<>();
    Deque<Node> open = new ArrayDeque<>(List.of(start));
    while (!open.isEmpty()) {
      Node node = open.pop();
      if (!seen.add(node)) {
        continue;
      }
      order.add(node);
      if (node instanceof Node.Bytes bytes) {
        open.push(bytes.next);
      } else if (node instanceof Node.Call call) {
        open.push(call.next);
        open.push(call.rule.start());
      } else if (node instanceof Node.Choice choice) {
        choice.options.forEach(open::push);
      }
    }
    return order;
  }
}
