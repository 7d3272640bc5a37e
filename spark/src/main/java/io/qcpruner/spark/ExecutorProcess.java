package io.qcpruner.spark;

import io.qcpruner.natives.NativeFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Options and environment of an executor's JVM: those of the launcher, bounded by the executor's
 * cores.
 *
 * @param cacheDir where native libraries are unpacked; empty for the home folder
 */
record ExecutorProcess(int cores, int threads, String cacheDir) {

  Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    settings.put("spark.executor.extraJavaOptions", String.join(" ", options()));
    settings.put("spark.executorEnv.OMP_WAIT_POLICY", "PASSIVE");
    settings.put("spark.executorEnv.GOMP_SPINCOUNT", "2000");
    settings.put("spark.executorEnv.OMP_NUM_THREADS", Integer.toString(threads));
    // some virtual machines announce tile instructions (AMX) and then stop a process that uses them
    settings.put("spark.executorEnv.ONEDNN_MAX_CPU_ISA", "AVX512_CORE_FP16");
    if (!cacheDir.isEmpty()) {
      // where the embedded model is unpacked
      settings.put("spark.executorEnv.QCPRUNER_CACHE", cacheDir + "/qcpruner");
    }
    return settings;
  }

  private List<String> options() {
    List<String> options = new ArrayList<>();
    // mapped weights count as resident memory, so JavaCPP's own ceiling would refuse them
    options.add("-Dorg.bytedeco.javacpp.maxPhysicalBytes=0");
    if (isLinuxX86()) {
      options.add("-Dorg.bytedeco.openblas.load=mkl_rt");
    }
    if (!cacheDir.isEmpty()) {
      options.add("-D" + NativeFolder.PROPERTY + "=" + cacheDir + "/natives");
    }
    // libtorch and our own threads would take all cores of a shared machine
    options.add("-XX:ActiveProcessorCount=" + cores);
    options.add("-XX:+UseParallelGC");
    options.add("-Djava.awt.headless=true");
    return options;
  }

  /** Executors are taken to be of the driver's kind; others set their own options. */
  private static boolean isLinuxX86() {
    return System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.arch").equals("amd64");
  }
}
