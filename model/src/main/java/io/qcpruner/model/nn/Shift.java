package io.qcpruner.model.nn;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** One task of a crew, from its beginning to the end of its last member. */
final class Shift {
  private final Crew.Task task;
  private final List<? extends Thread> members;
  private final Thread caller = Thread.currentThread();
  private final AtomicInteger here = new AtomicInteger();
  private final AtomicInteger working;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private volatile int meetings;

  Shift(Crew.Task task, List<? extends Thread> members) {
    this.task = task;
    this.members = members;
    this.working = new AtomicInteger(members.size());
  }

  void work(int index) {
    try {
      task.run(new Member(index, members.size(), this));
    } catch (Throwable e) { // handed to the caller, who must not wait forever
      failure.compareAndSet(null, e);
      members.forEach(LockSupport::unpark);
    } finally {
      if (working.decrementAndGet() == 0) {
        LockSupport.unpark(caller);
      }
    }
  }

  void meet() {
    int before = meetings;
    if (here.incrementAndGet() == members.size()) {
      here.set(0);
      meetings = before + 1;
      members.forEach(LockSupport::unpark);
    } else {
      Patience.await(() -> meetings != before || failure.get() != null);
    }
    if (failure.get() != null) {
      throw new CancellationException("another member failed");
    }
  }

  /** The caller sleeps: its core is needed. */
  void awaitEnd() {
    Patience.sleep(() -> working.get() == 0);
    Throwable e = failure.get();
    if (e instanceof Error error) {
      throw error;
    }
    if (e != null) {
      throw (RuntimeException) e; // a task can throw nothing else
    }
  }
}
