package io.qcpruner.model.nn;

/** One thread's view of a task that a {@link ThreadTeam} runs. */
public final class Worker {
  private final int index;
  private final int count;
  private final Runnable barrier;

  /**
   * @param barrier what happens where workers wait for each other
   */
  public Worker(int index, int count, Runnable barrier) {
    this.index = index;
    this.count = count;
    this.barrier = barrier;
  }

  /** The only worker of a task that runs on the calling thread. */
  public static Worker alone() {
    return new Worker(0, 1, () -> {});
  }

  /** Number of this worker, from 0. */
  public int index() {
    return index;
  }

  /** Workers of this run. */
  public int count() {
    return count;
  }

  /** The part of {@code total} items that this worker computes; see {@link Slice#part}. */
  public Slice slice(long total) {
    return Slice.part(total, index, count);
  }

  /** Waits until all workers of the run have arrived here. */
  public void barrier() {
    barrier.run();
  }
}
