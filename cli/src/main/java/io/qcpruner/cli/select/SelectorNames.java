package io.qcpruner.cli.select;

import io.qcpruner.core.select.Selectors;
import java.util.Iterator;

/** The names of all selectors, for help and completion. */
public final class SelectorNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Selectors.names().iterator();
  }
}
