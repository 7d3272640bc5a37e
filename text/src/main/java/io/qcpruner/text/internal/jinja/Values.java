package io.qcpruner.text.internal.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** What values are to the language: truth, equality, order, numbers and texts. */
final class Values {
  private Values() {}

  static boolean isTrue(Object value) {
    if (value instanceof Boolean flag) {
      return flag;
    }
    if (value instanceof Number number) {
      return number.doubleValue() != 0;
    }
    if (value instanceof Text text) {
      return text.length() > 0;
    }
    if (value instanceof List<?> list) {
      return !list.isEmpty();
    }
    if (value instanceof Map<?, ?> map) {
      return !map.isEmpty();
    }
    return !(value instanceof Undefined) && value != None.NONE;
  }

  static boolean isNumber(Object value) {
    return value instanceof Number || value instanceof Boolean;
  }

  /** A number; true counts as 1. */
  static Number number(Object value) {
    if (value instanceof Number number) {
      return number;
    }
    if (value instanceof Boolean flag) {
      return flag ? 1L : 0L;
    }
    throw value instanceof Undefined u ? u.fault() : new Fault(kind(value) + " is not a number");
  }

  /** A whole number that fits an index. */
  static int index(Object value) {
    if (value instanceof Long whole && whole.intValue() == whole) {
      return whole.intValue();
    }
    throw value instanceof Undefined u
        ? u.fault()
        : new Fault(PythonText.repr(value) + " is not a whole number that fits here");
  }

  /** A value as it is printed. */
  static Text text(Object value) {
    return value instanceof Text text ? text : PythonText.str(value);
  }

  static boolean equal(Object a, Object b) {
    if (isNumber(a) && isNumber(b)) {
      Number x = number(a);
      Number y = number(b);
      return x instanceof Long && y instanceof Long
          ? x.longValue() == y.longValue()
          : x.doubleValue() == y.doubleValue();
    }
    if (a instanceof List<?> x && b instanceof List<?> y) {
      boolean same = x.size() == y.size();
      for (int i = 0; same && i < x.size(); i++) {
        same = equal(x.get(i), y.get(i));
      }
      return same;
    }
    if (a instanceof Map<?, ?> x && b instanceof Map<?, ?> y) {
      return x.size() == y.size()
          && x.keySet().stream().allMatch(k -> y.containsKey(k) && equal(x.get(k), y.get(k)));
    }
    return a instanceof Undefined && b instanceof Undefined || Objects.equals(a, b);
  }

  /** Less than 0, 0 or more than 0 as a sorts before, with or after b. */
  static int compare(Object a, Object b) {
    if (isNumber(a) && isNumber(b)) {
      Number x = number(a);
      Number y = number(b);
      return x instanceof Long && y instanceof Long
          ? Long.compare(x.longValue(), y.longValue())
          : Double.compare(x.doubleValue(), y.doubleValue());
    }
    if (a instanceof Text x && b instanceof Text y) {
      int[] left = x.value().codePoints().toArray();
      return java.util.Arrays.compare(left, y.value().codePoints().toArray());
    }
    if (a instanceof List<?> x && b instanceof List<?> y) {
      for (int i = 0; i < Math.min(x.size(), y.size()); i++) {
        if (!equal(x.get(i), y.get(i))) {
          return compare(x.get(i), y.get(i));
        }
      }
      return Integer.compare(x.size(), y.size());
    }
    throw new Fault("%s and %s have no order".formatted(kind(a), kind(b)));
  }

  static boolean contains(Object whole, Object part) {
    if (whole instanceof Text text) {
      if (part instanceof Text inner) {
        return text.value().contains(inner.value());
      }
      throw new Fault(kind(part) + " can't be in a text");
    }
    if (whole instanceof Map<?, ?> map) {
      return map.containsKey(part);
    }
    return items(whole).stream().anyMatch(item -> equal(item, part));
  }

  /** What a loop goes over: items, keys or characters. */
  static List<?> items(Object value) {
    if (value instanceof List<?> list) {
      return list;
    }
    if (value instanceof Map<?, ?> map) {
      return new ArrayList<>(map.keySet());
    }
    if (value instanceof Text text) {
      List<Text> out = new ArrayList<>();
      for (int i = 0; i < text.length(); ) {
        int end = i + Character.charCount(text.value().codePointAt(i));
        out.add(text.part(i, end));
        i = end;
      }
      return out;
    }
    if (value instanceof Undefined) {
      return List.of();
    }
    throw new Fault(kind(value) + " has no items");
  }

  static int length(Object value) {
    if (value instanceof Text text) {
      return text.value().codePointCount(0, text.length());
    }
    if (value instanceof List<?> list) {
      return list.size();
    }
    if (value instanceof Map<?, ?> map) {
      return map.size();
    }
    if (value instanceof Undefined) {
      return 0;
    }
    throw new Fault(kind(value) + " has no length");
  }

  /** How messages call a value. */
  static String kind(Object value) {
    if (value instanceof Undefined undefined) {
      return undefined.what() + ", which is undefined,";
    }
    return value instanceof Text
        ? "a text"
        : value instanceof Boolean
            ? "true or false"
            : value instanceof Number
                ? "a number"
                : value instanceof List
                    ? "a list"
                    : value instanceof Map ? "a dict" : value == None.NONE ? "none" : "a function";
  }
}
