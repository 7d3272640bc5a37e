package io.qcpruner.model;

/**
 * What a question had of an earlier one about its picture.
 *
 * @param rows prompt rows that were ready; 0 if this question made them, or nothing is reused
 * @param savedNanos time that ready layers took when they were made
 */
public record PrefixUse(int rows, long savedNanos) {
  static final PrefixUse NONE = new PrefixUse(0, 0);

  public double savedMillis() {
    return savedNanos / 1e6;
  }
}
