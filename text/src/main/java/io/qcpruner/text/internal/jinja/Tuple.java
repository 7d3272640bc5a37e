package io.qcpruner.text.internal.jinja;

import java.util.AbstractList;
import java.util.List;

/** A list that is printed in round brackets. */
final class Tuple extends AbstractList<Object> {
  private final List<Object> items;

  Tuple(List<?> items) {
    this.items = List.copyOf(items);
  }

  @Override
  public Object get(int index) {
    return items.get(index);
  }

  @Override
  public int size() {
    return items.size();
  }
}
