package io.qcpruner.text.internal.grammar;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * A grammar as a machine that reads bytes. Its states are made when they are first reached and
 * kept, so that the same way is walked quickly. Belongs to one answer.
 */
final class GrammarAutomaton {
  private final Grammar grammar;
  private final Map<StateKey, State> states = new HashMap<>();
  private final Map<FrameKey, Frame> frames = new HashMap<>();
  private final State start;

  GrammarAutomaton(Grammar grammar) {
    this.grammar = grammar;
    Closure closure = new Closure();
    closure.add(grammar.start(), null);
    this.start = closure.state();
  }

  /** Where to go on after a rule; the same object for the same place and caller. */
  private static final class Frame {
    private final Node next;
    private final Frame caller;

    private Frame(Node next, Frame caller) {
      this.next = next;
      this.caller = caller;
    }
  }

  private record FrameKey(Node next, Frame caller) {}

  /** One way to read the text so far: a byte is expected here, for these callers. */
  private record Reading(Node.Bytes expected, Frame caller) {}

  private record StateKey(Set<Reading> readings, boolean mayEnd) {}

  /** Every way to read the text so far. */
  static final class State {
    private final Set<Reading> readings;
    private final boolean mayEnd;
    private final State[] next = new State[256];
    private final boolean[] known = new boolean[256];

    private State(Set<Reading> readings, boolean mayEnd) {
      this.readings = readings;
      this.mayEnd = mayEnd;
    }

    /** Whether the text so far is whole. */
    boolean mayEnd() {
      return mayEnd;
    }

    /** Whether nothing can follow the text so far. */
    boolean isFinal() {
      return readings.isEmpty();
    }
  }

  State start() {
    return start;
  }

  /** The state after a byte; null if no text of the grammar goes on so. */
  State next(State state, int b) {
    if (!state.known[b]) {
      Closure closure = new Closure();
      for (Reading reading : state.readings) {
        if (reading.expected.contains(b)) {
          closure.add(reading.expected.next, reading.caller);
        }
      }
      state.next[b] = closure.state();
      state.known[b] = true;
    }
    return state.next[b];
  }

  /** Collects what is expected at a set of places. */
  private final class Closure {
    private final Set<Reading> readings = new LinkedHashSet<>();
    private final Set<FrameKey> entered = new HashSet<>();
    private boolean mayEnd;

    void add(Node node, Frame caller) {
      if (!grammar.isFinite(node) || !entered.add(new FrameKey(node, caller))) {
        return;
      }
      if (node instanceof Node.Bytes bytes) {
        readings.add(new Reading(bytes, caller));
      } else if (node instanceof Node.Choice choice) {
        choice.options.forEach(option -> add(option, caller));
      } else if (node instanceof Node.Call call) {
        // a rule that ends the calling one goes back to that one's caller at once
        add(call.rule.start(), call.next == Node.END ? caller : frame(call.next, caller));
      } else if (caller == null) {
        mayEnd = true;
      } else {
        add(caller.next, caller.caller);
      }
    }

    private Frame frame(Node next, Frame caller) {
      return frames.computeIfAbsent(
          new FrameKey(next, caller), key -> new Frame(key.next, key.caller));
    }

    State state() {
      if (readings.isEmpty() && !mayEnd) {
        return null;
      }
      return states.computeIfAbsent(
          new StateKey(readings, mayEnd), key -> new State(key.readings, key.mayEnd));
    }
  }
}
