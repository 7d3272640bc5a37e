package io.qcpruner.model.nn;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.bytedeco.pytorch.global.torch;

/**
 * Threads that work on one task together, each with the engine confined to itself. The engine's own
 * threads meet after every operation, some thirty times in a decoder layer; a crew meets when the
 * task says so.
 */
public final class Crew {
  private final List<CrewThread> threads;
  private final ReentrantLock turn = new ReentrantLock(true);

  /** What every member does, each with its share. */
  @FunctionalInterface
  public interface Task {
    void run(Member member);
  }

  private Crew(int size) {
    CountDownLatch ready = new CountDownLatch(size);
    this.threads = IntStream.range(0, size).mapToObj(i -> new CrewThread(i, ready)).toList();
    int engineThreads = torch.get_num_threads();
    threads.forEach(Thread::start);
    boolean interrupted = false;
    while (ready.getCount() > 0) {
      try {
        ready.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    // members set the engine to one thread, which it also takes as the default of threads to come
    torch.set_num_threads(engineThreads);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class Shared {
    static final Crew CREW = new Crew(Runtime.getRuntime().availableProcessors());
  }

  /** The crew of this process: a thread per core, asleep while there is nothing to do. */
  public static Crew shared() {
    return Shared.CREW;
  }

  /** A crew of its own, for as long as the process lives. */
  public static Crew of(int size) {
    return new Crew(size);
  }

  public int size() {
    return threads.size();
  }

  /** Members that a caller may have whose operations use so many of the engine's threads. */
  public int allowed() {
    return Math.min(size(), torch.get_num_threads());
  }

  /**
   * Runs a task and waits for it, if need be until the tasks of other callers are done. What a
   * member throws is thrown here, after all have stopped.
   */
  public void run(int members, Task task) {
    if (members < 1 || members > size()) {
      throw new IllegalArgumentException(
          "members must be between 1 and " + size() + ", not " + members);
    }
    if (Thread.currentThread() instanceof CrewThread) {
      throw new IllegalStateException(
          "a member of a crew can't call one: it might wait for itself");
    }
    turn.lock();
    try {
      List<CrewThread> called = threads.subList(0, members);
      Shift shift = new Shift(task, called);
      called.forEach(thread -> thread.begin(shift));
      shift.awaitEnd();
    } finally {
      turn.unlock();
    }
  }
}
