package io.qcpruner.text.internal.jinja;

import java.util.ArrayList;
import java.util.List;

/** The operators on numbers, and plus and times on texts and lists. */
final class Arithmetic {
  private Arithmetic() {}

  static Object apply(Run run, String operator, Object a, Object b) {
    if (operator.equals("~")) {
      return plus(run, Values.text(a), Values.text(b));
    }
    if (operator.equals("+") && a instanceof Text x && b instanceof Text y) {
      return plus(run, x, y);
    }
    if (operator.equals("+") && a instanceof List<?> x && b instanceof List<?> y) {
      run.spend((long) x.size() + y.size());
      Run.requireLength((long) x.size() + y.size());
      List<Object> out = new ArrayList<>(x);
      out.addAll(y);
      return out;
    }
    if (operator.equals("*") && a instanceof Long && (b instanceof Text || b instanceof List)) {
      return times(run, b, (Long) a);
    }
    if (operator.equals("*") && b instanceof Long && (a instanceof Text || a instanceof List)) {
      return times(run, a, (Long) b);
    }
    if (!Values.isNumber(a) || !Values.isNumber(b)) {
      throw new Fault(
          "%s %s %s can't be computed".formatted(Values.kind(a), operator, Values.kind(b)));
    }
    return numbers(operator, Values.number(a), Values.number(b));
  }

  private static Text plus(Run run, Text a, Text b) {
    run.spend((long) a.length() + b.length());
    Run.requireLength((long) a.length() + b.length());
    return a.plus(b);
  }

  private static Object times(Run run, Object value, long count) {
    long size = value instanceof Text text ? text.length() : ((List<?>) value).size();
    if (count <= 0 || size == 0) {
      return value instanceof Text ? Text.EMPTY : List.of();
    }
    Run.requireLength(count > Run.MAX_TEXT ? count : size * count);
    run.spend(size * count);
    if (value instanceof Text text) {
      Text.Builder out = new Text.Builder();
      for (long i = 0; i < count; i++) {
        out.add(text);
      }
      return out.text();
    }
    List<Object> out = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      out.addAll((List<?>) value);
    }
    return out;
  }

  private static Object numbers(String operator, Number a, Number b) {
    boolean divides = "/ // %".contains(operator);
    if (divides && b.doubleValue() == 0) {
      throw new Fault("division by zero");
    }
    if (a instanceof Long x && b instanceof Long y && !operator.equals("/")) {
      if (!operator.equals("**") || y >= 0) {
        return whole(operator, x, y);
      }
    }
    double x = a.doubleValue();
    double y = b.doubleValue();
    return switch (operator) {
      case "+" -> x + y;
      case "-" -> x - y;
      case "*" -> x * y;
      case "/" -> x / y;
      case "//" -> Math.floor(x / y);
      case "%" -> x - Math.floor(x / y) * y;
      case "**" -> Math.pow(x, y);
      default -> throw new Fault("the operator " + operator + " is unknown");
    };
  }

  private static Object whole(String operator, long x, long y) {
    try {
      return switch (operator) {
        case "+" -> Math.addExact(x, y);
        case "-" -> Math.subtractExact(x, y);
        case "*" -> Math.multiplyExact(x, y);
        case "//" -> Math.floorDiv(x, y);
        case "%" -> Math.floorMod(x, y);
        case "**" -> power(x, y);
        default -> throw new Fault("the operator " + operator + " is unknown");
      };
    } catch (ArithmeticException e) {
      throw new Fault("%d %s %d is too large".formatted(x, operator, y));
    }
  }

  private static long power(long base, long exponent) {
    if (Math.abs(base) <= 1) {
      return base == -1 && exponent % 2 == 0 || exponent == 0 ? 1 : base;
    }
    long out = 1;
    for (long i = 0; i < exponent; i++) {
      out = Math.multiplyExact(out, base); // ends after 63 rounds at the latest
    }
    return out;
  }
}
