package io.qcpruner.server.schedule;

/** Mean time of the last requests, for saying when to try again. */
final class ServiceTimes {
  private static final int REMEMBERED = 32;
  private static final int LONGEST_SECONDS = 120;
  private static final double FIRST_GUESS = 1e9;

  private final long[] nanos = new long[REMEMBERED];
  private int count;

  synchronized void add(long elapsedNanos) {
    nanos[count++ % REMEMBERED] = elapsedNanos;
  }

  /** Whole seconds until a slot may be free, 1 to 120. */
  synchronized int retryAfter(int waiting, int slots) {
    int known = Math.min(count, REMEMBERED);
    double sum = 0;
    for (int i = 0; i < known; i++) {
      sum += nanos[i];
    }
    double mean = known == 0 ? FIRST_GUESS : sum / known;
    double seconds = Math.ceil((waiting + 1.0) * mean / slots / 1e9);
    return (int) Math.max(1, Math.min(LONGEST_SECONDS, seconds));
  }
}
