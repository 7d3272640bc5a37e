package io.qcpruner.cli.doctor;

import io.qcpruner.model.measure.KernelBench;
import java.util.Map;

/**
 * What a machine does in a second.
 *
 * @param flops of large float32 products, as in a prefill
 * @param bytes of 16-bit weights read by a product with one row, as for a new token
 */
record Throughput(double flops, double bytes) {
  private static final int REPEATS = 3;
  private static final double WEIGHTS = 4096.0 * 4096.0;
  private static final double ROWS = 576;

  /** Measures this machine with the threads that are set, about a second. */
  static Throughput measure() {
    Map<String, Double> millis = new KernelBench(REPEATS).run();
    return new Throughput(
        2 * ROWS * WEIGHTS / millis.get("gemm 576x4096x4096") * 1e3,
        2 * WEIGHTS / millis.get("gemv 1x4096x4096 bf16") * 1e3);
  }

  /** The same machine with other cores: products scale with them, memory does not. */
  Throughput withCores(double factor) {
    return new Throughput(factor * flops, bytes);
  }
}
