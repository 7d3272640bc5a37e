package io.qcpruner.server.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Order, bounds, withdrawal and the end of the line. */
@Timeout(20)
final class SchedulerTest {
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());

  private static QueueLimits limits(int slots, int waiting, int perClient, Duration timeout) {
    return new QueueLimits(slots, waiting, 100, perClient, timeout);
  }

  /** Runs until it is let go or told to shut down. */
  private final class Held implements Job {
    private final String name;
    private final String client;
    private final long bytes;
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final CountDownLatch over = new CountDownLatch(1);

    private Held(String name, String client, long bytes) {
      this.name = name;
      this.client = client;
      this.bytes = bytes;
    }

    @Override
    public String client() {
      return client;
    }

    @Override
    public long bytes() {
      return bytes;
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public void run(int slot, long queuedNanos) {
      events.add("run " + name);
      started.countDown();
      try {
        go.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      over.countDown();
    }

    @Override
    public void refuse(RequestException why) {
      events.add("refuse " + name + " " + why.code().wire());
      over.countDown();
    }

    @Override
    public void shutDown() {
      events.add("shut " + name);
      go.countDown();
    }
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertTrue(latch.await(10, TimeUnit.SECONDS));
  }

  private static ErrorCode refused(Scheduler scheduler, Job job) {
    return assertThrows(RequestException.class, () -> scheduler.submit(job)).code();
  }

  /** A client that has its answer may ask again while the slot still tidies up. */
  @Test
  void whatIsAnsweredCountsNoMore() throws Exception {
    try (Scheduler scheduler = new Scheduler(limits(1, 0, 1, Duration.ofMinutes(1)), slot -> {})) {
      Held first = new Held("a", "x", 1);
      scheduler.submit(first);
      await(first.started);
      assertEquals(ErrorCode.QUEUE_FULL, refused(scheduler, new Held("b", "y", 1)));
      scheduler.answered(first);
      Held second = new Held("c", "x", 1);
      scheduler.submit(second);
      assertEquals(ErrorCode.QUEUE_FULL, refused(scheduler, new Held("d", "y", 1)));
      first.go.countDown();
      second.go.countDown();
      await(second.over);
      assertEquals(List.of("run a", "run c"), events);
    }
  }

  @Test
  void firstComeFirstServedWithinTheBound() throws Exception {
    try (Scheduler scheduler = new Scheduler(limits(1, 2, 9, Duration.ofMinutes(1)), slot -> {})) {
      Held first = new Held("a", "x", 1);
      scheduler.submit(first);
      await(first.started);
      Held second = new Held("b", "x", 1);
      Held third = new Held("c", "x", 1);
      scheduler.submit(second);
      scheduler.submit(third);
      assertEquals(ErrorCode.QUEUE_FULL, refused(scheduler, new Held("d", "x", 1)));
      assertEquals(1, scheduler.place(second));
      assertEquals(2, scheduler.place(third));
      assertEquals(0, scheduler.place(first));
      third.go.countDown();
      second.go.countDown();
      first.go.countDown();
      await(third.over);
      assertEquals(List.of("run a", "run b", "run c"), events);
    }
  }

  @Test
  void bytesAndClientsAreBounded() throws Exception {
    try (Scheduler scheduler = new Scheduler(limits(1, 9, 2, Duration.ofMinutes(1)), slot -> {})) {
      Held running = new Held("a", "x", 1);
      scheduler.submit(running);
      await(running.started);
      scheduler.submit(new Held("b", "y", 60));
      assertEquals(ErrorCode.QUEUE_FULL, refused(scheduler, new Held("c", "z", 41)));
      scheduler.submit(new Held("d", "x", 40));
      assertEquals(ErrorCode.CLIENT_QUEUE_FULL, refused(scheduler, new Held("e", "x", 0)));
      scheduler.drain(Duration.ZERO);
    }
  }

  @Test
  void aWithdrawnJobNeverRuns() throws Exception {
    try (Scheduler scheduler = new Scheduler(limits(1, 9, 9, Duration.ofMinutes(1)), slot -> {})) {
      Held running = new Held("a", "x", 1);
      Held gone = new Held("b", "x", 1);
      Held next = new Held("c", "x", 1);
      scheduler.submit(running);
      await(running.started);
      scheduler.submit(gone);
      scheduler.submit(next);
      assertTrue(scheduler.withdraw(gone));
      assertFalse(scheduler.withdraw(gone));
      assertFalse(scheduler.withdraw(running));
      running.go.countDown();
      next.go.countDown();
      await(next.over);
      assertEquals(List.of("run a", "run c"), events);
    }
  }

  @Test
  void whoWaitsTooLongIsRefused() throws Exception {
    try (Scheduler scheduler = new Scheduler(limits(1, 9, 9, Duration.ofMillis(30)), slot -> {})) {
      Held running = new Held("a", "x", 1);
      Held late = new Held("b", "x", 1);
      scheduler.submit(running);
      await(running.started);
      scheduler.submit(late);
      await(late.over);
      assertEquals(List.of("run a", "refuse b queue_timeout"), events);
      running.go.countDown();
      await(running.over);
    }
  }

  @Test
  void drainingRefusesTheLineAndEndsWhoRunsTooLong() throws Exception {
    try (Scheduler scheduler = new Scheduler(limits(1, 9, 9, Duration.ofMinutes(1)), slot -> {})) {
      Held running = new Held("a", "x", 1);
      scheduler.submit(running);
      await(running.started);
      scheduler.submit(new Held("b", "x", 1));
      scheduler.drain(Duration.ofMillis(30));
      assertEquals(List.of("run a", "refuse b draining", "shut a"), events);
      assertEquals(ErrorCode.DRAINING, refused(scheduler, new Held("c", "x", 1)));
      assertEquals(0, scheduler.running());
    }
  }

  @Test
  void retryAfterGrowsWithTheLine() {
    ServiceTimes times = new ServiceTimes();
    assertEquals(1, times.retryAfter(0, 1));
    for (int i = 0; i < 40; i++) {
      times.add(3_000_000_000L);
    }
    assertEquals(3, times.retryAfter(0, 1));
    assertEquals(15, times.retryAfter(9, 2));
    assertEquals(120, times.retryAfter(1000, 1));
  }
}
