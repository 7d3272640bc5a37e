package io.qcpruner.text.internal.grammar;

import java.util.ArrayList;
import java.util.List;

/** Whole numbers of a range, digit by digit and without leading zeros. */
final class WholeNumbers {
  /** The largest that a double and fifteen digits hold. */
  static final long LIMIT = 999_999_999_999_999L;

  private WholeNumbers() {}

  /** Every number from {@code low} to {@code high}; null if there is none. */
  static Node range(long low, long high, Node next) {
    long lo = Math.max(low, -LIMIT);
    long hi = Math.min(high, LIMIT);
    if (lo > hi) {
      return null;
    }
    List<Node> options = new ArrayList<>();
    if (hi >= 0) {
      addLengths(Math.max(0, lo), hi, next, options);
    }
    if (lo < 0) {
      List<Node> negative = new ArrayList<>();
      addLengths(Math.max(1, -hi), -lo, next, negative);
      options.add(JsonRules.text("-", new Node.Choice(negative)));
    }
    return new Node.Choice(options);
  }

  /** Numbers that are not negative, one option for each number of digits. */
  private static void addLengths(long low, long high, Node next, List<Node> into) {
    long from = low;
    while (from <= high) {
      String first = Long.toString(from);
      long sameLength = Long.parseLong("9".repeat(first.length()));
      long to = Math.min(high, sameLength);
      into.add(between(first, Long.toString(to), next));
      from = to + 1;
    }
  }

  /** Numbers of as many digits as both bounds have. */
  private static Node between(String low, String high, Node next) {
    // any digits: looking at each again would double the work with every digit
    if (low.matches("0*") && high.matches("9*")) {
      return JsonRules.digits(low.length(), low.length(), next);
    }
    char a = low.charAt(0);
    char b = high.charAt(0);
    int rest = low.length() - 1;
    if (a == b) {
      return new Node.Bytes(between(low.substring(1), high.substring(1), next), a, a);
    }
    List<Node> options = new ArrayList<>();
    options.add(new Node.Bytes(between(low.substring(1), "9".repeat(rest), next), a, a));
    if (a + 1 < b) {
      options.add(new Node.Bytes(JsonRules.digits(rest, rest, next), a + 1, b - 1));
    }
    options.add(new Node.Bytes(between("0".repeat(rest), high.substring(1), next), b, b));
    return new Node.Choice(options);
  }
}
