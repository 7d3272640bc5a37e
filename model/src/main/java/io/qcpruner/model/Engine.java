package io.qcpruner.model;

import io.qcpruner.media.natives.NativeLibraries;
import org.bytedeco.pytorch.global.torch;

/** Settings of the tensor engine that hold for the whole process. */
public final class Engine {
  static {
    NativeLibraries.load(torch.class);
  }

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

  /** The vector instructions that the engine's own kernels use. */
  public static String cpuCapability() {
    return torch.get_cpu_capability().getString();
  }

  public static boolean hasGpu() {
    return torch.cuda_is_available();
  }

  /** How the engine was built, as it says itself. */
  public static String buildSettings() {
    return torch.show_config().getString();
  }
}
