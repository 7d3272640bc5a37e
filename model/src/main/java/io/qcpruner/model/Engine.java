package io.qcpruner.model;

import io.qcpruner.media.internal.natives.NativeLibraries;
import org.bytedeco.pytorch.global.torch;

/** Settings of the tensor engine that hold for the whole process. */
public final class Engine {

  private Engine() {}

  /** Starts to load the engine, which takes most of a second, while the program starts. */
  public static void begin() {
    NativeLibraries.begin(torch.class);
  }

  private static void require() {
    NativeLibraries.load(torch.class);
  }

  /** How many threads one operation may use; never more than there are cores. */
  public static void useThreads(int threads) {
    int cores = Runtime.getRuntime().availableProcessors();
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, not " + threads);
    }
    require();
    torch.set_num_threads(Math.min(threads, cores));
  }

  public static int threads() {
    require();
    return torch.get_num_threads();
  }

  /** The vector instructions that the engine's own kernels use. */
  public static String cpuCapability() {
    require();
    return torch.get_cpu_capability().getString();
  }

  public static boolean hasGpu() {
    require();
    return torch.cuda_is_available();
  }

  /** How the engine was built, as it says itself. */
  public static String buildSettings() {
    require();
    return torch.show_config().getString();
  }
}
