package io.qcpruner.model.decoder;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs the decode steps of all requests of a model together, so that the weights are read once for
 * all of them. A step starts when every running sequence has brought its next token, or when the
 * first one has waited long enough. The thread that completes the batch runs it; there is no thread
 * of its own. Prompts of other requests take turns with the steps layer by layer, because both run
 * on the same thread team.
 */
public final class DecodeScheduler {
  /** The longest wait for the tokens of other sequences: short against any step. */
  private static final long WAIT_NANOS = 2_000_000;

  /** Rows of one step; more would only make each step slower. */
  private static final int MAX_ROWS = 16;

  private final Decoder decoder;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final List<Sequence> waiting = new ArrayList<>();
  private int sequences;
  private boolean running;

  public DecodeScheduler(Decoder decoder) {
    this.decoder = decoder;
  }

  /** One answer that is being made; used by one thread at a time. */
  public final class Sequence implements AutoCloseable {
    private final DecodeState state;
    private int token;
    private long since;
    private float[] logits;
    private Throwable failure;

    private Sequence(DecodeState state) {
      this.state = state;
    }

    /** Runs a token together with those of other sequences; returns the logits after it. */
    public float[] step(int tokenId) {
      lock.lock();
      try {
        token = tokenId;
        logits = null;
        since = System.nanoTime();
        waiting.add(this);
        changed.signalAll();
        return await(this);
      } finally {
        lock.unlock();
      }
    }

    /** The sequence has ended: nobody waits for its tokens any more. */
    @Override
    public void close() {
      lock.lock();
      try {
        sequences--;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  /** A sequence whose prompt has been run; it takes part until it is closed. */
  public Sequence join(DecodeState state) {
    lock.lock();
    try {
      sequences++;
      return new Sequence(state);
    } finally {
      lock.unlock();
    }
  }

  private float[] await(Sequence mine) {
    boolean interrupted = false;
    while (mine.logits == null && mine.failure == null) {
      long left = WAIT_NANOS - (System.nanoTime() - oldestSince(mine));
      boolean complete = waiting.size() >= Math.min(sequences, MAX_ROWS) || left <= 0;
      if (!running && complete) {
        runBatch();
      } else {
        try {
          if (running) {
            changed.await();
          } else {
            changed.awaitNanos(left);
          }
        } catch (InterruptedException e) {
          interrupted = true; // a step is not given up half-way; the caller sees the flag
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (mine.failure instanceof Error error) {
      throw error;
    }
    if (mine.failure != null) {
      throw (RuntimeException) mine.failure;
    }
    return mine.logits;
  }

  private long oldestSince(Sequence mine) {
    return waiting.isEmpty() ? mine.since : waiting.get(0).since;
  }

  /** Runs the oldest waiting tokens; the lock is free meanwhile. */
  private void runBatch() {
    List<Sequence> batch = new ArrayList<>(waiting.subList(0, Math.min(waiting.size(), MAX_ROWS)));
    waiting.subList(0, batch.size()).clear();
    running = true;
    lock.unlock();
    List<float[]> logits = null;
    Throwable failure = null;
    try {
      logits = run(batch);
    } catch (RuntimeException | Error e) { // handed to every sequence of the batch
      failure = e;
    } finally {
      lock.lock();
      running = false;
      for (int i = 0; i < batch.size(); i++) {
        batch.get(i).logits = logits == null ? null : logits.get(i);
        batch.get(i).failure = failure;
      }
      changed.signalAll();
    }
  }

  private List<float[]> run(List<Sequence> batch) {
    int[] tokens = batch.stream().mapToInt(s -> s.token).toArray();
    List<DecodeState> states = batch.stream().map(s -> s.state).toList();
    return new DecodeStep(decoder, states).run(tokens);
  }
}
