package io.qcpruner.model.nn;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** One execution of a task by the threads of a team, with a reusable barrier. */
final class TeamRun {
  private final ThreadTeam.Task task;
  private final List<TeamThread> threads;
  private final Thread caller = Thread.currentThread();
  private final AtomicInteger arrived = new AtomicInteger();
  private final AtomicInteger running;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile int barriersPassed;

  TeamRun(ThreadTeam.Task task, List<TeamThread> threads) {
    this.task = task;
    this.threads = threads;
    this.running = new AtomicInteger(threads.size());
  }

  /** Runs the task as worker {@code index}. */
  void execute(int index) {
    try {
      task.run(new Worker(index, threads.size(), () -> barrier(index)));
    } catch (Throwable e) { // rethrown by the caller, who must not wait forever
      failure.compareAndSet(null, e);
      threads.forEach(LockSupport::unpark);
    } finally {
      if (running.decrementAndGet() == 0) {
        LockSupport.unpark(caller);
      }
    }
  }

  /** Returns when all workers have called it; throws if one of them has failed. */
  void barrier(int index) {
    int before = barriersPassed;
    if (arrived.incrementAndGet() == threads.size()) {
      arrived.set(0);
      barriersPassed = before + 1;
      threads.forEach(LockSupport::unpark);
    } else {
      threads.get(index).spinWait().until(() -> barriersPassed != before || failure.get() != null);
    }
    if (failure.get() != null) {
      throw new CancellationException("another worker failed");
    }
  }

  /** Parks the caller at once, without spinning: a worker needs its core. */
  void awaitEnd() {
    SpinWait.park(() -> running.get() == 0);
    Throwable e = failure.get();
    if (e instanceof Error error) {
      throw error;
    }
    if (e != null) {
      throw (RuntimeException) e; // a task can throw nothing else
    }
  }
}
