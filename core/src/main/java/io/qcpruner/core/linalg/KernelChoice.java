package io.qcpruner.core.linalg;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which kernels serve now. Vector code that is not yet compiled is a thousand times slower than it
 * will be, so the scalar kernels, which give the same bits, serve until a warm-up has seen the
 * preferred ones run faster. The warm-up is asked for, or starts by itself on a thread of its own
 * once kernels are used repeatedly; a program that prunes once never pays for it.
 */
final class KernelChoice {

  /**
   * Uses of the kernels after which a warm-up pays: twenty, and the eighteen of a pruning warm-up.
   */
  private static final int USES = 38;

  private final KernelSupport preferred;
  private final AtomicInteger uses = new AtomicInteger();
  private volatile KernelSupport current;
  private volatile boolean counting;
  private boolean tried;

  KernelChoice(KernelSupport preferred, KernelSupport first) {
    this.preferred = preferred;
    this.current = first;
    this.counting = first != preferred;
  }

  /** The kernels to use from now on until the end of a computation. */
  KernelSupport current() {
    if (counting && uses.incrementAndGet() == USES) {
      counting = false;
      Thread thread = new Thread(this::warmUp, "qcpruner-kernel-warm-up");
      thread.setDaemon(true);
      thread.start();
    }
    return current;
  }

  KernelSupport preferred() {
    return preferred;
  }

  /** Returns when the preferred kernels serve, or when they proved slower on this machine. */
  synchronized void warmUp() {
    counting = false;
    if (!tried && current != preferred && KernelWarmUp.isFaster(preferred, current)) {
      current = preferred;
    }
    tried = true;
  }
}
