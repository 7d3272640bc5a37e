package io.qcpruner.pocket.internal.train;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/**
 * Makes the batches of the next steps on a thread of its own, some steps ahead. After {@link
 * #close} that thread makes nothing more, so that what it used can be closed too.
 */
final class Feed<T> implements AutoCloseable {
  private static final int AHEAD = 3;

  private final ExecutorService maker =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "pocket-scenes");
            thread.setDaemon(true);
            return thread;
          });
  private final Queue<Future<T>> ready = new ArrayDeque<>();
  private final LongFunction<T> make;
  private long next;

  /**
   * @param make the batch of a step
   * @param from the first step
   */
  Feed(LongFunction<T> make, long from) {
    this.make = make;
    next = from;
    for (int i = 0; i < AHEAD; i++) {
      order();
    }
  }

  private void order() {
    long step = next++;
    ready.add(maker.submit(() -> make.apply(step)));
  }

  /** The batch of the next step; waits until it is made. */
  T take() throws InterruptedException {
    order();
    try {
      return ready.remove().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("a batch can't be made: " + e.getCause(), e.getCause());
    }
  }

  /** Waits for the batch that is being made, also when this thread was interrupted. */
  @Override
  public void close() {
    maker.shutdownNow();
    boolean interrupted = false;
    while (true) {
      try {
        if (maker.awaitTermination(1, TimeUnit.HOURS)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
