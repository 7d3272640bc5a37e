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
class CrewTest {
  private static final Crew CREW = Crew.of(3);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 7, 638})
  void sharesCoverEverythingOnce(int count) {
    AtomicIntegerArray taken = new AtomicIntegerArray(count);
    List<Long> lengths = Collections.synchronizedList(new ArrayList<>());
    run(
        3,
        member -> {
          Member.Share share = member.share(count);
          lengths.add(share.length());
          for (long i = share.from(); i < share.from() + share.length(); i++) {
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
  void nobodyPassesAMeetingAlone() {
    int meetings = 500;
    AtomicInteger arrived = new AtomicInteger();
    AtomicInteger early = new AtomicInteger();
    run(
        3,
        member -> {
          for (int i = 1; i <= meetings; i++) {
            arrived.incrementAndGet();
            member.meet();
            early.addAndGet(arrived.get() < 3 * i ? 1 : 0);
          }
        });
    assertEquals(3 * meetings, arrived.get());
    assertEquals(0, early.get());
  }

  @Test
  void sleepersAreWoken() {
    AtomicInteger met = new AtomicInteger();
    run(
        2,
        member -> {
          for (int i = 0; i < 3; i++) {
            if (member.share(2).from() == i % 2) {
              pause(); // long after the other one went to sleep
            }
            member.meet();
          }
          met.incrementAndGet();
        });
    assertEquals(2, met.get());
  }

  @Test
  void aFailureReachesTheCallerAndEndsTheOthersWait() {
    IllegalStateException failure = new IllegalStateException("no memory for the second half");
    AtomicInteger passed = new AtomicInteger();
    Crew.Task task =
        member -> {
          if (member.share(2).from() == 1) {
            pause();
            throw failure;
          }
          member.meet();
          passed.incrementAndGet();
        };
    assertSame(failure, assertThrows(IllegalStateException.class, () -> run(2, task)));
    assertEquals(0, passed.get());
    OutOfMemoryError error = new OutOfMemoryError("drawn");
    Crew.Task fatal =
        member -> {
          throw error;
        };
    assertSame(error, assertThrows(OutOfMemoryError.class, () -> run(3, fatal)));
    sharesCoverEverythingOnce(7); // still at work
  }

  @Test
  void callersTakeTurns() {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger together = new AtomicInteger();
    Crew.Task task =
        member -> {
          together.accumulateAndGet(inside.incrementAndGet(), Math::max);
          member.meet();
          inside.decrementAndGet();
          member.meet();
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
      Crew crew = Crew.of(2);
      List<Integer> inside = Collections.synchronizedList(new ArrayList<>());
      crew.run(2, member -> inside.add(torch.get_num_threads()));
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
        member -> {
          pause();
          done.incrementAndGet();
        });
    assertEquals(2, done.get());
    assertTrue(Thread.interrupted());
    assertFalse(Thread.currentThread().isInterrupted());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void noMoreMembersThanThereAre(int members) {
    Exception e = assertThrows(IllegalArgumentException.class, () -> run(members, m -> {}));
    assertEquals("members must be between 1 and 3, not " + members, e.getMessage());
  }

  /** It would wait for a turn that ends only when it does. */
  @Test
  void membersCanNotCallACrew() {
    AtomicInteger inner = new AtomicInteger();
    Crew.Task nested = member -> run(1, m -> inner.incrementAndGet());
    Exception e = assertThrows(IllegalStateException.class, () -> run(2, nested));
    assertTrue(e.getMessage().startsWith("a member of a crew can't call one"), e.getMessage());
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

  private static void run(int members, Crew.Task task) {
    CREW.run(members, task);
  }

  /** Much longer than members spin. */
  private static void pause() {
    long end = System.nanoTime() + 20_000_000;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }
}
