package io.qcpruner.model.nn;

import static io.qcpruner.testkit.Await.until;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waits end, whichever way of waiting they have reached. */
@Timeout(60)
class SpinWaitTest {
  private static final int TURNS = 300;

  /** Busy threads share the cores with the waiting ones, so that yields take long. */
  @Test
  void turnsAreTakenOnCrowdedCores() throws InterruptedException {
    Thread[] busy = new Thread[2 * Runtime.getRuntime().availableProcessors()];
    for (int i = 0; i < busy.length; i++) {
      busy[i] = new Thread(SpinWaitTest::spinUntilInterrupted);
      busy[i].start();
    }
    try {
      takeTurns();
    } finally {
      for (Thread thread : busy) {
        thread.interrupt();
        thread.join();
      }
    }
  }

  private static void spinUntilInterrupted() {
    while (!Thread.currentThread().isInterrupted()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void turnsAreTakenOnFreeCores() throws InterruptedException {
    takeTurns();
  }

  private static void takeTurns() throws InterruptedException {
    AtomicInteger turn = new AtomicInteger();
    Thread[] players = new Thread[2];
    for (int i = 0; i < 2; i++) {
      int mine = i;
      players[i] =
          new Thread(
              () -> {
                SpinWait wait = new SpinWait();
                for (int k = 0; k < TURNS; k++) {
                  wait.until(() -> turn.get() % 2 == mine);
                  turn.incrementAndGet();
                  LockSupport.unpark(players[1 - mine]);
                }
              });
    }
    for (Thread player : players) {
      player.start();
    }
    for (Thread player : players) {
      player.join();
    }
    assertEquals(2 * TURNS, turn.get());
  }

  /** Longer than anybody spins or yields: the waiting thread sleeps. */
  @Test
  void longWaitsSleep() throws Exception {
    AtomicInteger done = new AtomicInteger();
    Thread waiting = new Thread(() -> new SpinWait().until(() -> done.get() == 1));
    waiting.start();
    until("the thread sleeps", () -> waiting.getState() == Thread.State.WAITING);
    done.set(1);
    LockSupport.unpark(waiting);
    waiting.join();
  }
}
