package io.qcpruner.model;

import org.bytedeco.pytorch.global.torch;

/** Settings of the tensor engine that hold for the whole process. */
public final class Engine {
  private Engine() {}

  /** How many threads one operation may use; never more than there are cores. */
  public static void useThreads(int threads) {
    int cores = Runtime.getRuntime().availableProcessors();
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, not " + threads);
    }
    torch.set_num_threads(Math.min(threads, cores));
  }

  public static int threads() {
    return torch.get_num_threads();
  }
}
