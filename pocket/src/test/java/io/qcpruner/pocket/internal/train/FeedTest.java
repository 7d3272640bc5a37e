package io.qcpruner.pocket.internal.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Batches come in order, and nothing is made any more when the feed is closed. */
@Timeout(60)
final class FeedTest {

  @Test
  void givesOneStepAfterAnother() throws Exception {
    try (Feed<Long> feed = new Feed<>(step -> step, 7)) {
      for (long step = 7; step < 30; step++) {
        assertEquals(step, feed.take());
      }
    }
  }

  @Test
  void waitsForTheBatchThatIsBeingMade() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean mayEnd = new AtomicBoolean();
    AtomicBoolean ended = new AtomicBoolean();
    Feed<Long> feed =
        new Feed<>(
            step -> {
              begun.countDown();
              // as native code, which an interrupt does not stop
              while (!mayEnd.get()) {
                LockSupport.parkNanos(100_000);
              }
              ended.set(true);
              return step;
            },
            0);
    begun.await();
    AtomicBoolean stayedInterrupted = new AtomicBoolean();
    Thread closer =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              feed.close();
              assertTrue(ended.get(), "closed while a batch was being made");
              stayedInterrupted.set(Thread.currentThread().isInterrupted());
            });
    closer.start();
    closer.join(200);
    assertTrue(closer.isAlive(), "close does not wait");
    assertFalse(ended.get());
    mayEnd.set(true);
    closer.join();
    assertTrue(stayedInterrupted.get());
  }

  @Test
  void saysWhyThereIsNoBatch() {
    try (Feed<Long> feed =
        new Feed<>(
            step -> {
              throw new IllegalArgumentException("no words");
            },
            0)) {
      IllegalStateException e = assertThrows(IllegalStateException.class, feed::take);
      assertTrue(e.getMessage().contains("no words"), e.getMessage());
    }
  }
}
