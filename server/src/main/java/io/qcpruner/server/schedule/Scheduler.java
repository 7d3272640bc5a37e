package io.qcpruner.server.schedule;

import io.qcpruner.server.error.ErrorCode;
import io.qcpruner.server.error.RequestException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** First come, first served: slots with a thread each, one bounded line before them. */
public final class Scheduler implements AutoCloseable {

  private record Waiting(Job job, long since) {}

  private final QueueLimits limits;
  private final ServiceTimes times = new ServiceTimes();
  private final Deque<Waiting> line = new ArrayDeque<>();
  private final Set<Job> running = new HashSet<>();

  /** Waiting ones and those that still compute. */
  private final Set<Job> counted = new HashSet<>();

  private final Map<String, Integer> perClient = new HashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private long bytes;
  private boolean draining;
  private boolean closed;

  /**
   * @param onSlotStart called by each slot's thread before its first job, with the slot's number
   */
  public Scheduler(QueueLimits limits, Consumer<Integer> onSlotStart) {
    this.limits = limits;
    for (int i = 0; i < limits.slots(); i++) {
      int slot = i;
      Thread thread =
          new Thread(
              () -> {
                onSlotStart.accept(slot);
                work(slot);
              },
              "slot-" + slot);
      thread.setDaemon(true);
      threads.add(thread);
    }
    Thread clock = new Thread(this::expire, "queue-clock");
    clock.setDaemon(true);
    threads.add(clock);
    threads.forEach(Thread::start);
  }

  /** Takes a job or says why not. */
  public synchronized void submit(Job job) throws RequestException {
    if (draining) {
      throw draining();
    }
    if (counted.size() >= limits.slots() + limits.waiting()) {
      throw new RequestException(
          ErrorCode.QUEUE_FULL, "Too many requests are waiting; try again later.");
    }
    if (!line.isEmpty() && bytes + job.bytes() > limits.bytes()) {
      throw new RequestException(
          ErrorCode.QUEUE_FULL, "The waiting requests hold too much; try again later.");
    }
    if (perClient.getOrDefault(job.client(), 0) >= limits.perClient()) {
      throw new RequestException(
          ErrorCode.CLIENT_QUEUE_FULL,
          "At most " + limits.perClient() + " requests of one client are taken at a time.");
    }
    counted.add(job);
    perClient.merge(job.client(), 1, Integer::sum);
    bytes += job.bytes();
    line.add(new Waiting(job, System.nanoTime()));
    notifyAll();
  }

  private void work(int slot) {
    while (true) {
      Waiting next;
      synchronized (this) {
        while (line.isEmpty() && !closed) {
          await();
        }
        if (closed) {
          return;
        }
        next = line.poll();
        bytes -= next.job.bytes();
        running.add(next.job);
      }
      long start = System.nanoTime();
      try {
        next.job.run(slot, start - next.since);
      } finally {
        times.add(System.nanoTime() - start);
        synchronized (this) {
          running.remove(next.job);
          leave(next.job);
          notifyAll();
        }
      }
    }
  }

  private void await() {
    try {
      wait();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closed = true;
    }
  }

  /**
   * The answer is computed and about to be sent. From here on it counts against no limit: a client
   * that has read it may ask again before this thread is done with it.
   */
  public synchronized void answered(Job job) {
    leave(job);
  }

  private void leave(Job job) {
    if (counted.remove(job)) {
      perClient.computeIfPresent(job.client(), (client, count) -> count == 1 ? null : count - 1);
    }
  }

  /** Removes a job whose client left while it waited; true if it still waited. */
  public synchronized boolean withdraw(Job job) {
    Iterator<Waiting> each = line.iterator();
    while (each.hasNext()) {
      Waiting waiting = each.next();
      if (waiting.job == job) {
        each.remove();
        bytes -= job.bytes();
        leave(job);
        notifyAll();
        return true;
      }
    }
    return false;
  }

  private void expire() {
    while (true) {
      List<Job> late = new ArrayList<>();
      synchronized (this) {
        if (closed) {
          return;
        }
        long now = System.nanoTime();
        long limit = limits.timeout().toNanos();
        for (Waiting waiting : List.copyOf(line)) {
          if (now - waiting.since > limit && withdraw(waiting.job)) {
            late.add(waiting.job);
          }
        }
        if (late.isEmpty()) {
          try {
            wait(line.isEmpty() ? 1000 : Math.max(1, Math.min(1000, remaining(now, limit))));
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
          }
        }
      }
      for (Job job : late) {
        job.refuse(
            new RequestException(
                ErrorCode.QUEUE_TIMEOUT, "No slot became free in time; try again later."));
      }
    }
  }

  private long remaining(long now, long limit) {
    return (limit - (now - line.peek().since)) / 1_000_000 + 1;
  }

  /** The job's place in the line, 1 for the next; 0 when it does not wait. */
  public synchronized int place(Job job) {
    int place = 1;
    for (Waiting waiting : line) {
      if (waiting.job == job) {
        return place;
      }
      place++;
    }
    return 0;
  }

  public synchronized int waiting() {
    return line.size();
  }

  public synchronized int running() {
    return running.size();
  }

  /** Seconds after which a refused client may try again. */
  public int retryAfter() {
    return times.retryAfter(waiting(), limits.slots());
  }

  /** Refuses new and waiting jobs, gives running ones the time, then asks them to end. */
  public void drain(Duration timeout) throws InterruptedException {
    List<Job> refused = new ArrayList<>();
    synchronized (this) {
      draining = true;
      for (Waiting waiting : List.copyOf(line)) {
        withdraw(waiting.job);
        refused.add(waiting.job);
      }
    }
    refused.forEach(job -> job.refuse(draining()));
    long end = System.nanoTime() + timeout.toNanos();
    synchronized (this) {
      while (!running.isEmpty() && System.nanoTime() < end) {
        wait(Math.max(1, (end - System.nanoTime()) / 1_000_000));
      }
      running.forEach(Job::shutDown);
      long hardEnd = System.nanoTime() + Duration.ofSeconds(10).toNanos();
      while (!running.isEmpty() && System.nanoTime() < hardEnd) {
        wait(100);
      }
    }
  }

  /** From now on new jobs are refused. */
  public synchronized boolean isDraining() {
    return draining;
  }

  private static RequestException draining() {
    return new RequestException(
        ErrorCode.DRAINING, "The server is shutting down; ask another one.");
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      notifyAll();
    }
    for (Thread thread : threads) {
      try {
        thread.join(5000);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
