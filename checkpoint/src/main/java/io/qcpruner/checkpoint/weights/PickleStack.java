package io.qcpruner.checkpoint.weights;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The value stack and memo of a pickle. Tuples are immutable lists; integers are Long. */
final class PickleStack {
  /** Python's None. */
  static final Object NONE = new Object();

  private static final Object MARK = new Object();

  /** The pickle breaks a rule; the reader adds file and offset. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message);
    }
  }

  /** A tuple is a type of its own, so that a list can't take its place. */
  record Tuple(List<Object> items) {}

  private final List<Object> values = new ArrayList<>();
  private final Map<Integer, Object> memo = new HashMap<>();

  void push(Object value) {
    values.add(value);
  }

  Object pop() throws Malformed {
    Object value = peek();
    values.remove(values.size() - 1);
    return value;
  }

  Object peek() throws Malformed {
    if (values.isEmpty() || values.get(values.size() - 1) == MARK) {
      throw new Malformed("a value is missing from the stack");
    }
    return values.get(values.size() - 1);
  }

  Object result() throws Malformed {
    if (values.size() != 1) {
      throw new Malformed(values.size() + " values are left at the end");
    }
    return peek();
  }

  void mark() {
    values.add(MARK);
  }

  void pushDict() {
    push(new LinkedHashMap<Object, Object>());
  }

  void pushList() {
    push(new ArrayList<Object>());
  }

  void pushTuple(int count) throws Malformed {
    Object[] items = new Object[count];
    for (int i = count - 1; i >= 0; i--) {
      items[i] = pop();
    }
    push(new Tuple(List.of(items)));
  }

  void pushTupleFromMark() throws Malformed {
    push(new Tuple(List.copyOf(popToMark())));
  }

  void memoize(int key) throws Malformed {
    memo.put(key, peek());
  }

  void memoizeNext() throws Malformed {
    memoize(memo.size());
  }

  void recall(int key) throws Malformed {
    Object value = memo.get(key);
    if (value == null) {
      throw new Malformed("memo " + key + " is empty");
    }
    push(value);
  }

  void append() throws Malformed {
    Object item = pop();
    list().add(item);
  }

  void appendAll() throws Malformed {
    List<Object> items = popToMark();
    list().addAll(items);
  }

  void setItem() throws Malformed {
    Object value = pop();
    Object key = pop();
    put(key, value);
  }

  void setItems() throws Malformed {
    List<Object> items = popToMark();
    if (items.size() % 2 != 0) {
      throw new Malformed("a key without a value");
    }
    for (int i = 0; i < items.size(); i += 2) {
      put(items.get(i), items.get(i + 1));
    }
  }

  private void put(Object key, Object value) throws Malformed {
    // containers as keys could contain themselves, and hashing them would not end
    if (!(key instanceof String) && !(key instanceof Long)) {
      throw new Malformed("a dictionary key that is neither text nor integer");
    }
    if (!(peek() instanceof Map<?, ?>)) {
      throw new Malformed("an item is set on something that is not a dictionary");
    }
    @SuppressWarnings("unchecked")
    Map<Object, Object> map = (Map<Object, Object>) peek();
    map.put(key, value);
  }

  private List<Object> list() throws Malformed {
    if (!(peek() instanceof ArrayList<?>)) {
      throw new Malformed("an item is appended to something that is not a list");
    }
    @SuppressWarnings("unchecked")
    List<Object> list = (List<Object>) peek();
    return list;
  }

  private List<Object> popToMark() throws Malformed {
    int at = values.lastIndexOf(MARK);
    if (at < 0) {
      throw new Malformed("no mark on the stack");
    }
    List<Object> tail = values.subList(at, values.size());
    List<Object> items = new ArrayList<>(tail.subList(1, tail.size()));
    tail.clear();
    return items;
  }
}
