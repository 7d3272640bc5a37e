package io.qcpruner.model;

import io.qcpruner.model.nn.Scopes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

/**
 * Makes several answers at once, each on a thread of its own: their tokens meet in the scheduler.
 */
final class AnswerThreads<T> {
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final BooleanSupplier cancelled;

  AnswerThreads(BooleanSupplier cancelled) {
    this.cancelled = cancelled;
  }

  /** Whether answers end early: the caller asked for it, or another answer has failed. */
  boolean isCancelled() {
    return failure.get() != null || cancelled.getAsBoolean();
  }

  /**
   * Waits for all answers; the first is made by the caller's thread.
   *
   * @param make the answer of a number; asks {@link #isCancelled}
   */
  List<T> run(int count, IntFunction<T> make) {
    List<AtomicReference<T>> made = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      made.add(new AtomicReference<>());
    }
    for (int i = 1; i < count; i++) {
      int number = i;
      Thread thread =
          new Thread(
              () -> Scopes.run(() -> attempt(make, number, made.get(number))),
              Thread.currentThread().getName() + "-answer-" + i);
      threads.add(thread);
      thread.start();
    }
    attempt(make, 0, made.get(0));
    threads.forEach(AnswerThreads::join);
    Throwable why = failure.get();
    if (why instanceof RuntimeException e) {
      throw e;
    }
    if (why instanceof Error e) {
      throw e;
    }
    return made.stream().map(AtomicReference::get).toList();
  }

  private void attempt(IntFunction<T> make, int number, AtomicReference<T> place) {
    try {
      place.set(make.apply(number));
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    }
  }

  private static void join(Thread thread) {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
