package io.qcpruner.model.kernel;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which kernels serve now. Vector code that is not yet compiled is a thousand times slower than it
 * will be, so its twin in plain arithmetic, which gives the same bits, serves until a warm-up has
 * compiled vector code. The warm-up runs on a thread of its own, when a large model asks for it or
 * when some tokens were made; a program that makes a few tokens never pays for it.
 */
final class RowKernelChoice {

  /** Uses after which a warm-up pays: about four tokens of the embedded model. */
  private static final int USES = 500;

  private final RowKernels vector;
  private final AtomicInteger uses = new AtomicInteger();
  private final AtomicBoolean begun;
  private volatile RowKernels serving;

  private RowKernelChoice(RowKernels vector, RowKernels first) {
    this.vector = vector;
    this.serving = first;
    this.begun = new AtomicBoolean(vector == first);
  }

  static RowKernelChoice of(RowKernels vector) {
    return new RowKernelChoice(vector, new LaneRowKernels(vector.lanes()));
  }

  /** Kernels that serve from the start to the end. */
  static RowKernelChoice only(RowKernels kernels) {
    return new RowKernelChoice(kernels, kernels);
  }

  RowKernels serving() {
    if (!begun.get() && uses.incrementAndGet() == USES) {
      warmUp();
    }
    return serving;
  }

  /** Returns at once; the warm-up happens once. */
  void warmUp() {
    if (begun.compareAndSet(false, true)) {
      Thread thread = new Thread(this::compile, "qcpruner-row-kernels");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void compile() {
    if (RowKernelWarmUp.compiles(vector, serving)) {
      serving = vector;
    }
  }
}
