package io.qcpruner.cli.methods;

import io.qcpruner.core.method.Methods;
import java.util.Iterator;

/** The names of methods, for the completion script. */
final class MethodNames implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Methods.names().iterator();
  }
}
