package io.qcpruner.model.kernel;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which kernels serve now. Vector code that is not yet compiled is a thousand times slower than it
 * will be, so its twin in plain arithmetic, which gives the same bits, serves until a warm-up has
 * compiled vector code. Warm-ups run one after the other on a thread of their own, when a large
 * model asks for it or when some tokens were made; a program that makes a few tokens never pays for
 * it.
 */
final class ServingKernels<K> {

  /** Uses after which a warm-up pays: about four tokens of the embedded model. */
  private static final int USES = 500;

  /** Where compilation has not helped by then, it never will: an interpreter, say. */
  private static final int ATTEMPTS = 4;

  private final K vector;
  private final WarmUp<K> warmUp;
  private final AtomicInteger uses = new AtomicInteger();
  private final AtomicBoolean begun;
  private volatile K serving;

  /** Runs vector code until it is compiled; false if it never is. */
  @FunctionalInterface
  interface WarmUp<K> {
    boolean compiles(K vector, K twin);
  }

  private ServingKernels(K vector, K first, WarmUp<K> warmUp) {
    this.vector = vector;
    this.serving = first;
    this.warmUp = warmUp;
    this.begun = new AtomicBoolean(vector == first);
  }

  static <K> ServingKernels<K> of(K vector, K twin, WarmUp<K> warmUp) {
    return new ServingKernels<>(vector, twin, warmUp);
  }

  /** Kernels that serve from the start to the end. */
  static <K> ServingKernels<K> only(K kernels) {
    return new ServingKernels<>(kernels, kernels, (vector, twin) -> true);
  }

  K serving() {
    if (!begun.get() && uses.incrementAndGet() == USES) {
      warmUp();
    }
    return serving;
  }

  /** Returns at once; the warm-up happens once. */
  void warmUp() {
    if (begun.compareAndSet(false, true)) {
      WarmUpThread.QUEUE.execute(() -> compile(1));
    }
  }

  /** An attempt that took too long is made again after those of other kernels. */
  private void compile(int attempt) {
    if (warmUp.compiles(vector, serving)) {
      serving = vector;
    } else if (attempt < ATTEMPTS) {
      WarmUpThread.QUEUE.execute(() -> compile(attempt + 1));
    }
  }
}
