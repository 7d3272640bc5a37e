package io.qcpruner.server.schedule;

import io.qcpruner.server.error.RequestException;

/** A request that waits for a slot; exactly one of run and refuse is called, once. */
public interface Job {

  /** Who asks: a key's id, or an address. */
  String client();

  /** Bytes held while it waits. */
  long bytes();

  /** Whether the client left, so that the job is not worth starting. */
  boolean isCancelled();

  /** Computes on a slot's thread. */
  void run(int slot, long queuedNanos);

  /** It will not be computed. */
  void refuse(RequestException why);

  /** Asks a running job to end. */
  void shutDown();
}
