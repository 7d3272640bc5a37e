package io.qcpruner.model.nn;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.global.torch;

/** One thread of a crew: waits for a shift, does its part, waits again. */
final class CrewThread extends Thread {
  private final int index;
  private final CountDownLatch ready;
  private volatile Shift next;

  CrewThread(int index, CountDownLatch ready) {
    super("crew-" + index);
    this.index = index;
    this.ready = ready;
    setDaemon(true);
  }

  /** Called when the previous shift of this thread has ended. */
  void begin(Shift shift) {
    next = shift;
    LockSupport.unpark(this);
  }

  @Override
  public void run() {
    try {
      torch.get_num_threads(); // the engine's first look at a thread would undo the setting
      torch.set_num_threads(1);
      GradMode.set_enabled(false);
    } finally {
      ready.countDown();
    }
    while (true) {
      Patience.await(() -> next != null);
      Shift shift = next;
      next = null;
      shift.work(index);
    }
  }
}
