package io.qcpruner.cli.doctor;

import io.qcpruner.model.Engine;
import io.qcpruner.model.nn.Blas;
import java.util.ArrayList;
import java.util.List;

/** The tensor engine: whether it loads, what it is built on, how many threads it uses. */
final class EngineCheck {
  private static final String GROUP = "engine";
  private static final String LOADS = "libtorch";

  private EngineCheck() {}

  static List<Finding> findings() {
    List<Finding> out = new ArrayList<>();
    try {
      out.add(Finding.fine(GROUP, LOADS, version()));
    } catch (LinkageError e) {
      out.add(
          new Finding(
              GROUP,
              LOADS,
              "does not load: " + e.getMessage(),
              "no model can run; is there a build of org.bytedeco:pytorch for this platform?"));
      return out;
    }
    out.add(Finding.fine(GROUP, "CPU instructions", Engine.cpuCapability()));
    out.add(blas());
    out.add(threads());
    out.add(Finding.fine(GROUP, "GPU", Engine.hasGpu() ? "CUDA is available" : "none (CPU only)"));
    String policy = System.getenv("OMP_WAIT_POLICY");
    out.add(
        new Finding(
            GROUP,
            "OMP_WAIT_POLICY",
            policy == null ? "not set" : policy,
            "PASSIVE".equalsIgnoreCase(policy)
                ? ""
                : "spinning threads slow a busy machine down; set OMP_WAIT_POLICY=PASSIVE"));
    return out;
  }

  static boolean isBroken(Finding finding) {
    return finding.name().equals(LOADS) && !finding.isFine();
  }

  private static String version() {
    String[] lines = Engine.buildSettings().split("\n");
    for (String line : lines) {
      int at = line.indexOf("TORCH_VERSION=");
      if (at >= 0) {
        return line.substring(at + "TORCH_VERSION=".length()).split("[,\\s]")[0];
      }
    }
    return "loaded";
  }

  private static Finding blas() {
    boolean mkl = Blas.chosen() == Blas.MKL;
    boolean intel =
        System.getProperty("os.arch").equals("amd64")
            && System.getProperty("os.name").equals("Linux");
    return new Finding(
        GROUP,
        "BLAS",
        mkl ? "MKL" : "OpenBLAS",
        intel && !mkl
            ? "MKL is about twice as fast in attention, and lets prompts run on several threads at"
                + " less cost; start Java with"
                + " -Dorg.bytedeco.openblas.load=mkl_rt"
            : "");
  }

  private static Finding threads() {
    int used = Engine.threads();
    int cores = Runtime.getRuntime().availableProcessors();
    return new Finding(
        GROUP,
        "threads",
        String.valueOf(used),
        used < cores ? "fewer than the " + cores + " cores; see --threads, OMP_NUM_THREADS" : "");
  }
}
