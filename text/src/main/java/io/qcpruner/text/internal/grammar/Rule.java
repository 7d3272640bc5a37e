package io.qcpruner.text.internal.grammar;

/** A part of a grammar that can be called from several places, itself included. */
final class Rule {
  private Node start;

  /** Where the rule begins; set once, when it is compiled. */
  Node start() {
    return start;
  }

  Rule define(Node first) {
    if (start != null) {
      throw new IllegalStateException("a rule is defined once");
    }
    start = first;
    return this;
  }
}
