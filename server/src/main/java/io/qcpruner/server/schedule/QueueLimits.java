package io.qcpruner.server.schedule;

import java.time.Duration;

/**
 * Bounds of the waiting line.
 *
 * @param slots requests computed at a time
 * @param waiting requests that may wait
 * @param bytes that waiting requests may hold together
 * @param perClient requests of one client, waiting or running
 * @param timeout longest wait
 */
public record QueueLimits(int slots, int waiting, long bytes, int perClient, Duration timeout) {

  /** Requests of one client that may wait. */
  public static final int PER_CLIENT = 8;

  public QueueLimits {
    if (slots < 1 || waiting < 0 || bytes < 1 || perClient < 1) {
      throw new IllegalArgumentException(
          "slots %d, queue %d, bytes %d, per client %d"
              .formatted(slots, waiting, bytes, perClient));
    }
  }
}
