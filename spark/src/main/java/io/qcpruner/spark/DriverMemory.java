package io.qcpruner.spark;

import io.qcpruner.eval.run.RunPlan;
import java.util.Optional;

/**
 * Heap that the driver needs for the names of all answers of a run, old and new.
 *
 * @param answers of the whole run
 * @param heap bytes that this process may use
 */
record DriverMemory(long answers, long heap) {

  /** Task, row and setting of one answer in a hash set. */
  private static final long BYTES_PER_ANSWER = 100;

  static DriverMemory of(RunPlan plan) {
    long samples = plan.work().stream().mapToLong(work -> plan.samples(work).size()).sum();
    return new DriverMemory(samples * plan.settings().size(), Runtime.getRuntime().maxMemory());
  }

  /** What to say before the run starts, if the names fill more than half of the heap. */
  Optional<String> warning() {
    long needed = answers * BYTES_PER_ANSWER;
    return needed <= heap / 2
        ? Optional.empty()
        : Optional.of(
            String.format(
                "the driver keeps %d answers' names in %d MB of its heap of %d MB;"
                    + " give it more with -Xmx",
                answers, needed >> 20, heap >> 20));
  }
}
