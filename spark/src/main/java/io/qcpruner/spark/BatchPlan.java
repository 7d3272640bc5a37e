package io.qcpruner.spark;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.cluster.ClusterSettings;
import io.qcpruner.eval.run.RunJob;
import java.util.ArrayList;
import java.util.List;

/**
 * Groups the missing samples of a run into batches. Neighbours stay together, because a Parquet
 * file hands out several rows at once; a batch never spans two tasks.
 */
final class BatchPlan {

  static final int MAX_BATCHES = 200_000;
  private static final int BATCHES_PER_SLOT = 8;
  private static final int USUAL_MOST = 8;

  private BatchPlan() {}

  /**
   * @param wanted samples per task that the user asked for, 0 to choose here
   * @param slots samples that the cluster works on at a time
   */
  static int samplesPerTask(int missing, int slots, int wanted) {
    int size =
        wanted > 0
            ? wanted
            : Math.max(1, Math.min(USUAL_MOST, missing / (BATCHES_PER_SLOT * Math.max(1, slots))));
    int least = (missing + MAX_BATCHES - 1) / MAX_BATCHES;
    if (least > ClusterSettings.MAX_SAMPLES_PER_TASK) {
      throw new IllegalArgumentException(
          missing + " samples are too many for one run; split it by tasks");
    }
    return Math.max(size, least);
  }

  static List<TaskBatch> of(List<RunJob> jobs, int samplesPerTask) {
    List<TaskBatch> batches = new ArrayList<>();
    int from = 0;
    while (from < jobs.size()) {
      String task = jobs.get(from).task().key();
      int to = from;
      while (to < jobs.size()
          && to - from < samplesPerTask
          && jobs.get(to).task().key().equals(task)) {
        to++;
      }
      batches.add(batch(batches.size(), task, jobs.subList(from, to)));
      from = to;
    }
    return batches;
  }

  private static TaskBatch batch(int index, String task, List<RunJob> jobs) {
    int[] rows = jobs.stream().mapToInt(job -> job.sample().row()).toArray();
    String[][] settings =
        jobs.stream()
            .map(job -> job.settings().stream().map(MethodSpec::toString).toArray(String[]::new))
            .toArray(String[][]::new);
    return new TaskBatch(index, task, rows, settings);
  }
}
