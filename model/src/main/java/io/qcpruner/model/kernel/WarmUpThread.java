package io.qcpruner.model.kernel;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Where kernels are warmed up: in the order in which they were asked for, beside the program. */
final class WarmUpThread {
  /** One thread, which ends when there is nothing to do. */
  static final ExecutorService QUEUE = queue();

  private WarmUpThread() {}

  private static ExecutorService queue() {
    ThreadPoolExecutor queue =
        new ThreadPoolExecutor(
            1,
            1,
            1,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, "qcpruner-kernels");
              thread.setDaemon(true);
              return thread;
            });
    queue.allowCoreThreadTimeOut(true);
    return queue;
  }
}
