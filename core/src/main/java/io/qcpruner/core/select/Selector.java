package io.qcpruner.core.select;

/** A rule that keeps k of N tokens. Implementations are immutable. */
public interface Selector {

  /** Name on the command line and in tables. */
  String name();

  /**
   * Keeps {@code min(k, N)} tokens. Of equal scores the lowest index wins.
   *
   * @param k at least 1
   */
  Selection select(SelectorInput input, int k);
}
