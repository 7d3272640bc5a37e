package io.qcpruner.text.internal.grammar;

import java.util.List;

/** A place in a grammar: what may come here. Places are compared by identity. */
abstract sealed class Node {

  /** The end of a rule: whoever called it goes on. */
  static final Node END = new End();

  private Node() {}

  /** The end of a rule. */
  static final class End extends Node {}

  /** One byte of a set. */
  static final class Bytes extends Node {
    private final long[] set = new long[4];
    final Node next;

    Bytes(Node next, int... ranges) {
      this.next = next;
      for (int i = 0; i < ranges.length; i += 2) {
        for (int b = ranges[i]; b <= ranges[i + 1]; b++) {
          set[b >> 6] |= 1L << b;
        }
      }
    }

    boolean contains(int b) {
      return (set[b >> 6] >>> b & 1) != 0;
    }
  }

  /** Everything that a rule describes, then the next place. */
  static final class Call extends Node {
    final Rule rule;
    final Node next;

    Call(Rule rule, Node next) {
      this.rule = rule;
      this.next = next;
    }
  }

  /** Any one of several places. */
  static final class Choice extends Node {
    final List<Node> options;

    Choice(List<Node> options) {
      this.options = List.copyOf(options);
    }

    Choice(Node... options) {
      this(List.of(options));
    }
  }
}
