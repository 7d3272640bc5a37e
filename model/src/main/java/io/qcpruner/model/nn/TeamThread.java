package io.qcpruner.model.nn;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.global.torch;

/** One thread of a {@link ThreadTeam}: it waits for a run, takes part in it and waits again. */
final class TeamThread extends Thread {
  private final int index;
  private final CountDownLatch ready;
  private final SpinWait spinWait = new SpinWait();
  private volatile TeamRun next;

  TeamThread(int index, CountDownLatch ready) {
    super("team-" + index);
    this.index = index;
    this.ready = ready;
    setDaemon(true);
  }

  /** Starts a run on this thread; its previous run must have ended. */
  void start(TeamRun run) {
    next = run;
    LockSupport.unpark(this);
  }

  /** For this thread's own waits. */
  SpinWait spinWait() {
    return spinWait;
  }

  @Override
  public void run() {
    try {
      torch.get_num_threads(); // the first call on a thread resets its number of engine threads
      torch.set_num_threads(1);
      GradMode.set_enabled(false);
    } finally {
      ready.countDown();
    }
    while (true) {
      spinWait.until(() -> next != null);
      TeamRun run = next;
      next = null;
      run.execute(index);
    }
  }
}
