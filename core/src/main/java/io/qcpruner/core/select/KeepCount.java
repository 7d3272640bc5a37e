package io.qcpruner.core.select;

/** How many tokens a selector is asked to keep. */
final class KeepCount {

  private KeepCount() {}

  static int checked(int k) {
    if (k < 1) {
      throw new IllegalArgumentException("at least 1 token must be kept, not " + k);
    }
    return k;
  }
}
