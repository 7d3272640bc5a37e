package io.qcpruner.text.internal.jinja;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A string that remembers where each character came from: mark 0 is the template, other marks are
 * the caller's. Equal to every text of the same characters, whatever their marks. Immutable.
 */
public final class Text {
  static final Text EMPTY = new Text("", new int[0]);

  private final String value;
  private final int[] marks;

  private Text(String value, int[] marks) {
    this.value = value;
    this.marks = marks;
  }

  /** Text of the template. */
  public static Text of(String value) {
    return of(value, 0);
  }

  /** Text of the caller, who finds it again by the mark. */
  public static Text of(String value, int mark) {
    int[] marks = new int[value.length()];
    Arrays.fill(marks, mark);
    return new Text(value, marks);
  }

  public String value() {
    return value;
  }

  /** Where the character at an index of {@link #value} came from. */
  public int mark(int index) {
    return marks[index];
  }

  int length() {
    return value.length();
  }

  /** Part between two indices of the value. */
  public Text part(int from, int to) {
    return new Text(value.substring(from, to), Arrays.copyOfRange(marks, from, to));
  }

  Text plus(Text other) {
    int[] all = Arrays.copyOf(marks, marks.length + other.marks.length);
    System.arraycopy(other.marks, 0, all, marks.length, other.marks.length);
    return new Text(value + other.value, all);
  }

  /** Several texts as one. */
  public static Text join(List<Text> parts) {
    return join(parts, EMPTY);
  }

  static Text join(List<Text> parts, Text separator) {
    Builder out = new Builder();
    for (int i = 0; i < parts.size(); i++) {
      if (i > 0) {
        out.add(separator);
      }
      out.add(parts.get(i));
    }
    return out.text();
  }

  /** Another spelling of each stretch that has one origin. */
  Text respelled(UnaryOperator<String> spelling) {
    Builder out = new Builder();
    for (int from = 0; from < marks.length; ) {
      int to = runEnd(from);
      out.add(of(spelling.apply(value.substring(from, to)), marks[from]));
      from = to;
    }
    return out.text();
  }

  /** Where the stretch of one origin that begins at an index ends. */
  public int runEnd(int from) {
    int to = from + 1;
    while (to < marks.length && marks[to] == marks[from]) {
      to++;
    }
    return to;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Text text && text.value.equals(value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public String toString() {
    return value;
  }

  /** Text that grows. */
  static final class Builder {
    private final StringBuilder value = new StringBuilder();
    private int[] marks = new int[64];

    Builder add(Text text) {
      int size = value.length();
      value.append(text.value);
      if (value.length() > marks.length) {
        marks = Arrays.copyOf(marks, Math.max(value.length(), marks.length * 2));
      }
      System.arraycopy(text.marks, 0, marks, size, text.marks.length);
      return this;
    }

    Builder add(String text) {
      return add(of(text));
    }

    int length() {
      return value.length();
    }

    Text text() {
      return new Text(value.toString(), Arrays.copyOf(marks, value.length()));
    }
  }
}
