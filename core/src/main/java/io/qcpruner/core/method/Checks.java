package io.qcpruner.core.method;

/** Parameter checks that several methods share; each names the offending value. */
final class Checks {

  private Checks() {}

  static void layer(int layer) {
    if (layer < 0) {
      throw new IllegalArgumentException("layer must be 0 or more, not " + layer);
    }
  }

  static void unit(String name, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(name + " must be in [0, 1], not " + value);
    }
  }

  static void positive(String name, double value) {
    if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(name + " must be above 0, not " + value);
    }
  }

  static void atLeast(String name, int value, int least) {
    if (value < least) {
      throw new IllegalArgumentException(name + " must be at least " + least + ", not " + value);
    }
  }

  /** A signal's row count; a mismatch is the engine's mistake and names both numbers. */
  static void rows(String name, int rows, int expected) {
    if (rows != expected) {
      throw new IllegalArgumentException(name + " has " + rows + " rows, expected " + expected);
    }
  }
}
