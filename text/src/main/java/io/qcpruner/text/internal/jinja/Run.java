package io.qcpruner.text.internal.jinja;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/** One rendering: the variables, the text so far, and what may still be spent. */
final class Run {
  /** Longest text that a template may make. */
  static final int MAX_TEXT = 16_000_000;

  private static final long MAX_STEPS = 5_000_000;
  private static final int MAX_CALLS = 100;
  private static final int CHARACTERS_PER_STEP = 32;

  private final Deque<Text.Builder> outputs = new ArrayDeque<>();
  private Scope scope;
  private long steps;
  private int calls;

  /** Variables of a block and, after them, those around it. */
  static final class Scope {
    private final Map<String, Object> variables = new HashMap<>();
    private final Scope around;

    private Scope(Scope around) {
      this.around = around;
    }
  }

  Run(Map<String, Object> globals) {
    scope = new Scope(null);
    scope.variables.putAll(globals);
    scope = new Scope(scope);
    outputs.push(new Text.Builder());
  }

  Object get(String name) {
    for (Scope s = scope; s != null; s = s.around) {
      Object value = s.variables.get(name);
      if (value != null) {
        return value;
      }
    }
    return new Undefined(name);
  }

  void set(String name, Object value) {
    scope.variables.put(name, value);
  }

  Scope scope() {
    return scope;
  }

  /** Runs something with variables of its own. */
  <T> T inside(Scope around, Supplier<T> body) {
    Scope before = scope;
    scope = new Scope(around);
    try {
      return body.get();
    } finally {
      scope = before;
    }
  }

  /** Runs a macro's body, which may not call itself without end. */
  <T> T called(Scope around, Supplier<T> body) {
    if (++calls > MAX_CALLS) {
      throw new Fault("macros call each other more than " + MAX_CALLS + " deep");
    }
    try {
      return inside(around, body);
    } finally {
      calls--;
    }
  }

  /** What something writes, as a text. */
  Text captured(Runnable body) {
    outputs.push(new Text.Builder());
    body.run();
    return outputs.pop().text();
  }

  void write(Text text) {
    Text.Builder out = outputs.peek();
    spend(text.length());
    requireLength((long) out.length() + text.length());
    out.add(text);
  }

  Text output() {
    return outputs.getLast().text();
  }

  void step() {
    if (++steps > MAX_STEPS) {
      throw new Fault("the template runs for too long");
    }
  }

  /** The work of making a text or list of this many parts. */
  void spend(long parts) {
    steps += parts / CHARACTERS_PER_STEP;
    step();
  }

  static void requireLength(long length) {
    if (length > MAX_TEXT) {
      throw new Fault("a text or list gets longer than " + MAX_TEXT);
    }
  }
}
