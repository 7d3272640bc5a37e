package io.qcpruner.text.internal.grammar;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Numbers between two bounds, either of which may be missing.
 *
 * @param low smallest number, or null
 * @param high largest number, or null
 */
record NumberBounds(
    BigDecimal low, boolean lowExcluded, BigDecimal high, boolean highExcluded, String path) {
  static final Set<String> KEYWORDS =
      Set.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum");

  private static final BigDecimal LIMIT = BigDecimal.valueOf(WholeNumbers.LIMIT);

  static NumberBounds of(JsonNode schema, String path) throws SchemaException {
    BigDecimal min = bound(schema, "minimum", path);
    BigDecimal above = bound(schema, "exclusiveMinimum", path);
    BigDecimal max = bound(schema, "maximum", path);
    BigDecimal below = bound(schema, "exclusiveMaximum", path);
    boolean lowExcluded = above != null && (min == null || above.compareTo(min) >= 0);
    boolean highExcluded = below != null && (max == null || below.compareTo(max) <= 0);
    return new NumberBounds(
        lowExcluded ? above : min, lowExcluded, highExcluded ? below : max, highExcluded, path);
  }

  private static BigDecimal bound(JsonNode schema, String word, String path)
      throws SchemaException {
    JsonNode value = schema.path(word);
    if (value.isMissingNode()) {
      return null;
    }
    if (!value.isNumber() || Math.abs(value.doubleValue()) > WholeNumbers.LIMIT) {
      throw new SchemaException(path + "/" + word, "must be a number of at most fifteen digits");
    }
    return value.decimalValue();
  }

  /** Whole numbers from the first to the last that fit. */
  Node integer(String where) throws SchemaException {
    Node node = WholeNumbers.range(first(), last(), Node.END);
    if (node == null) {
      throw new SchemaException(where, "has no whole number between its bounds");
    }
    return node;
  }

  /**
   * Whole numbers, and numbers with a fraction whose whole part leaves room for any fraction. A
   * fraction ends with another digit than 0, so that it is never a whole number itself.
   */
  Node number(JsonRules rules) throws SchemaException {
    if (low == null && high == null) {
      return new Node.Call(rules.numbers(), Node.END);
    }
    Node digits = new Node.Bytes(Node.END, '1', '9');
    for (int i = 1; i < JsonRules.MAX_DIGITS; i++) {
      digits =
          new Node.Choice(new Node.Bytes(digits, '0', '9'), new Node.Bytes(Node.END, '1', '9'));
    }
    Node fraction = JsonRules.text(".", digits);
    List<Node> options = new ArrayList<>();
    add(WholeNumbers.range(first(), last(), Node.END), options);
    long ceiling = whole(low, RoundingMode.CEILING, -WholeNumbers.LIMIT);
    long floor = whole(high, RoundingMode.FLOOR, WholeNumbers.LIMIT);
    add(WholeNumbers.range(Math.max(0, ceiling), floor - 1, fraction), options);
    // -n.f lies between -(n + 1) and -n
    Node negative = WholeNumbers.range(Math.max(0, -floor), -ceiling - 1, fraction);
    add(negative == null ? null : JsonRules.text("-", negative), options);
    if (options.isEmpty()) {
      throw new SchemaException(path, "has bounds without a number that can be written");
    }
    return new Node.Choice(options);
  }

  private static void add(Node option, List<Node> options) {
    if (option != null) {
      options.add(option);
    }
  }

  private long first() {
    long first = whole(low, RoundingMode.CEILING, -WholeNumbers.LIMIT);
    return lowExcluded && low.compareTo(BigDecimal.valueOf(first)) == 0 ? first + 1 : first;
  }

  private long last() {
    long last = whole(high, RoundingMode.FLOOR, WholeNumbers.LIMIT);
    return highExcluded && high.compareTo(BigDecimal.valueOf(last)) == 0 ? last - 1 : last;
  }

  private static long whole(BigDecimal bound, RoundingMode mode, long fallback) {
    return bound == null
        ? fallback
        : bound.min(LIMIT).max(LIMIT.negate()).setScale(0, mode).longValueExact();
  }
}
