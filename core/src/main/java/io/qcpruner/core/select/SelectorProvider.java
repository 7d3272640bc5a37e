package io.qcpruner.core.select;

/**
 * A selector that QCPruner's hook and the select command offer by name. Name the implementing class
 * in {@code META-INF/services/io.qcpruner.core.select.SelectorProvider} of a jar on the class path
 * and it is found; it needs a constructor without arguments.
 */
public interface SelectorProvider {

  /** Name on the command line: small letters, digits and hyphens. */
  String name();

  /** The selector; options that do not concern it are left aside. */
  Selector create(SelectorOptions options);
}
