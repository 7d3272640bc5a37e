package io.qcpruner.text.internal.jinja;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Items and slices of lists, texts and dicts, counted from the end where negative. */
final class Slices {
  private Slices() {}

  /** {@code value[key]}: an item, or else an attribute. */
  static Object item(Object value, Object key) {
    if (value instanceof Map<?, ?> map) {
      Object found = map.get(key);
      if (found != null) {
        return found;
      }
    } else if (key instanceof Long index && (value instanceof List || value instanceof Text)) {
      return at(value, index);
    }
    if (key instanceof Text name) {
      return Attributes.orItem(value, name.value());
    }
    if (value instanceof Undefined undefined) {
      throw undefined.fault();
    }
    return new Undefined("item " + PythonText.repr(key));
  }

  private static Object at(Object value, long index) {
    int size = Values.length(value);
    long at = index < 0 ? index + size : index;
    if (at < 0 || at >= size) {
      return new Undefined("item " + index);
    }
    return Values.items(value).get((int) at);
  }

  /** {@code value[start:stop:step]}; null for a part that is not given. */
  static Object slice(Run run, Object value, Object start, Object stop, Object step) {
    if (value instanceof Undefined undefined) {
      throw undefined.fault();
    }
    List<?> items = Values.items(value);
    run.spend(items.size());
    int by = step == null || step == None.NONE ? 1 : Values.index(step);
    if (by == 0) {
      throw new Fault("a slice can't have the step 0");
    }
    int size = items.size();
    int from = bound(start, by > 0 ? 0 : size - 1, by, size);
    int to = bound(stop, by > 0 ? size : -1, by, size);
    List<Object> out = new ArrayList<>();
    for (long i = from; by > 0 ? i < to : i > to; i += by) {
      out.add(items.get((int) i));
    }
    if (!(value instanceof Text)) {
      return out;
    }
    return Text.join(out.stream().map(Text.class::cast).toList(), Text.EMPTY);
  }

  private static int bound(Object given, int fallback, int step, int size) {
    if (given == null || given == None.NONE) {
      return fallback;
    }
    int at = Values.index(given);
    at = at < 0 ? at + size : at;
    return step > 0 ? Math.max(0, Math.min(at, size)) : Math.max(-1, Math.min(at, size - 1));
  }
}
