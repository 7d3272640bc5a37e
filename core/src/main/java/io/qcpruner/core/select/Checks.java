package io.qcpruner.core.select;

/** Argument checks that selectors share. */
final class Checks {

  private Checks() {}

  static int atLeastOne(int k) {
    if (k < 1) {
      throw new IllegalArgumentException("at least 1 token must be kept, not " + k);
    }
    return k;
  }
}
