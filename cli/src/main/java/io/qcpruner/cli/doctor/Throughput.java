package io.qcpruner.cli.doctor;

import io.qcpruner.model.internal.measure.KernelBench;
import io.qcpruner.model.nn.WeightKind;
import java.util.EnumMap;
import java.util.Map;

/**
 * What a machine does in a second with weights of each kind that a published model can have.
 *
 * @param speeds for 16-bit weights ({@code HALF}), {@code INT8} and {@code INT4}
 */
record Throughput(Map<WeightKind, Speed> speeds) {
  private static final int REPEATS = 3;

  /**
   * @param flops of large products, as in a prefill
   * @param weights read by a product with one row, as for a new token
   */
  record Speed(double flops, double weights) {}

  /** Measures this machine with the threads that are set, some seconds. */
  static Throughput measure() {
    Map<WeightKind, Speed> speeds = new EnumMap<>(WeightKind.class);
    double size = (double) KernelBench.WIDTH * KernelBench.WIDTH;
    for (WeightKind kind : ModelEstimate.KINDS) {
      KernelBench.Products millis = new KernelBench(REPEATS).products(kind);
      speeds.put(
          kind,
          new Speed(
              2 * KernelBench.ROWS * size / millis.prompt() * 1e3, size / millis.token() * 1e3));
    }
    return new Throughput(speeds);
  }

  Speed with(WeightKind kind) {
    return speeds.get(kind);
  }
}
