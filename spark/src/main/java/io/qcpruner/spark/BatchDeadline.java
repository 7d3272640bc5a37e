package io.qcpruner.spark;

/** The longest time of a batch: asked between steps, as a cancellation is. */
final class BatchDeadline {

  private final long nanos;
  private final long start = System.nanoTime();
  private final TaskView task;
  private boolean passed;

  /**
   * @param seconds 0 for none
   */
  BatchDeadline(long seconds, TaskView task) {
    this.nanos = seconds * 1_000_000_000L;
    this.task = task;
  }

  boolean cancelled() {
    passed = passed || (nanos > 0 && System.nanoTime() - start > nanos);
    return passed || task.cancelled();
  }

  /** Throws when the batch was stopped because it took too long. */
  void tell(String host, TaskBatch batch) {
    if (passed) {
      throw new ExecutorException(
          host
              + ": "
              + batch.name()
              + " took longer than --task-timeout "
              + nanos / 1_000_000_000L);
    }
  }
}
