package io.qcpruner.model.nn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that work together, fail together and leave the engine's settings alone. */
@Timeout(60)
class ThreadTeamTest {
  private static final ThreadTeam TEAM = ThreadTeam.of(3);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 7, 638})
  void slicesCoverEverythingOnce(int count) {
    AtomicIntegerArray taken = new AtomicIntegerArray(count);
    List<Long> lengths = Collections.synchronizedList(new ArrayList<>());
    run(
        3,
        worker -> {
          Slice slice = worker.slice(count);
          lengths.add(slice.length());
          for (long i = slice.from(); i < slice.from() + slice.length(); i++) {
            taken.incrementAndGet((int) i);
          }
        });
    for (int i = 0; i < count; i++) {
      assertEquals(1, taken.get(i), "thing " + i);
    }
    assertEquals(3, lengths.size());
    assertTrue(Collections.max(lengths) - Collections.min(lengths) <= 1, lengths.toString());
  }

  @Test
  void nobodyPassesABarrierAlone() {
    int barriers = 500;
    AtomicInteger arrived = new AtomicInteger();
    AtomicInteger early = new AtomicInteger();
    run(
        3,
        worker -> {
          for (int i = 1; i <= barriers; i++) {
            arrived.incrementAndGet();
            worker.barrier();
            early.addAndGet(arrived.get() < 3 * i ? 1 : 0);
          }
        });
    assertEquals(3 * barriers, arrived.get());
    assertEquals(0, early.get());
  }

  @Test
  void sleepersAreWoken() {
    AtomicInteger met = new AtomicInteger();
    run(
        2,
        worker -> {
          for (int i = 0; i < 3; i++) {
            if (worker.slice(2).from() == i % 2) {
              pause(); // long after the other one went to sleep
            }
            worker.barrier();
          }
          met.incrementAndGet();
        });
    assertEquals(2, met.get());
  }

  @Test
  void aFailureReachesTheCallerAndEndsTheOthersWait() {
    IllegalStateException failure = new IllegalStateException("no memory for the second half");
    AtomicInteger passed = new AtomicInteger();
    ThreadTeam.Task task =
        worker -> {
          if (worker.slice(2).from() == 1) {
            pause();
            throw failure;
          }
          worker.barrier();
          passed.incrementAndGet();
        };
    assertSame(failure, assertThrows(IllegalStateException.class, () -> run(2, task)));
    assertEquals(0, passed.get());
    OutOfMemoryError error = new OutOfMemoryError("drawn");
    ThreadTeam.Task fatal =
        worker -> {
          throw error;
        };
    assertSame(error, assertThrows(OutOfMemoryError.class, () -> run(3, fatal)));
    slicesCoverEverythingOnce(7); // still at work
  }

  @Test
  void callersTakeTurns() {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger together = new AtomicInteger();
    ThreadTeam.Task task =
        worker -> {
          together.accumulateAndGet(inside.incrementAndGet(), Math::max);
          worker.barrier();
          inside.decrementAndGet();
          worker.barrier();
        };
    List<CompletableFuture<Void>> callers =
        IntStream.range(0, 4)
            .mapToObj(
                i ->
                    CompletableFuture.runAsync(
                        () -> IntStream.range(0, 50).forEach(j -> run(2, task))))
            .toList();
    callers.forEach(CompletableFuture::join);
    assertEquals(2, together.get());
    assertEquals(0, inside.get());
  }

  @Test
  void onlyMembersAreConfinedToOneThread() throws Exception {
    int before = torch.get_num_threads();
    try {
      torch.set_num_threads(2);
      ThreadTeam team = ThreadTeam.of(2);
      List<Integer> inside = Collections.synchronizedList(new ArrayList<>());
      team.run(2, worker -> inside.add(torch.get_num_threads()));
      assertEquals(List.of(1, 1), inside);
      assertEquals(2, torch.get_num_threads());
      AtomicInteger elsewhere = new AtomicInteger();
      Thread late = new Thread(() -> elsewhere.set(torch.get_num_threads()));
      late.start();
      late.join();
      assertEquals(2, elsewhere.get());
    } finally {
      torch.set_num_threads(before);
    }
  }

  @Test
  void anInterruptWaitsForTheEnd() {
    AtomicInteger done = new AtomicInteger();
    Thread.currentThread().interrupt();
    run(
        2,
        worker -> {
          pause();
          done.incrementAndGet();
        });
    assertEquals(2, done.get());
    assertTrue(Thread.interrupted());
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void noMoreWorkersThanThreads(int workers) {
    Exception e = assertThrows(IllegalArgumentException.class, () -> run(workers, m -> {}));
    assertEquals("workers must be between 1 and 3, not " + workers, e.getMessage());
  }

  /** It would wait for a turn that ends only when it does. */
  @Test
  void workersCanNotRunATeam() {
    AtomicInteger inner = new AtomicInteger();
    ThreadTeam.Task nested = worker -> run(1, m -> inner.incrementAndGet());
    Exception e = assertThrows(IllegalStateException.class, () -> run(2, nested));
    assertTrue(
        e.getMessage().startsWith("a thread of a team can't run a team task"), e.getMessage());
    assertEquals(0, inner.get());
  }

  @Test
  void nothingIsRecordedForGradients() {
    Scopes.run(
        () -> {
          Tensor weight = torch.ones(3).set_requires_grad(true);
          AtomicInteger recorded = new AtomicInteger();
          run(2, m -> recorded.addAndGet(weight.mul(weight).requires_grad() ? 1 : 0));
          assertEquals(0, recorded.get());
          assertTrue(weight.mul(weight).requires_grad());
        });
  }

  private static void run(int workers, ThreadTeam.Task task) {
    TEAM.run(workers, task);
  }

  /** Much longer than a spin-wait. */
  private static void pause() {
    long end = System.nanoTime() + 20_000_000;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
