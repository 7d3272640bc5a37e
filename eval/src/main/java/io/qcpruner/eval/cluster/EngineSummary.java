package io.qcpruner.eval.cluster;

import io.qcpruner.eval.run.Runner;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a run did, and with which machines.
 *
 * @param cluster empty when this process did the work
 */
public record EngineSummary(Runner.Summary run, Optional<ClusterUse> cluster) {

  /**
   * The machines of a run.
   *
   * @param executors processes that answered or were ready to
   * @param cores of each
   * @param lostExecutors processes that ended before the run did
   * @param repeatedBatches batches that had to be started again
   * @param duplicateRecords answers that came twice and were written once
   */
  public record ClusterUse(
      String engine,
      int executors,
      int cores,
      int lostExecutors,
      int repeatedBatches,
      int duplicateRecords) {}

  /** The facts of a cluster's run as JSON has them; empty for a local run. */
  public Optional<Map<String, Object>> json() {
    return cluster.map(
        c -> {
          Map<String, Object> json = new LinkedHashMap<>();
          json.put("engine", c.engine);
          json.put("answers", run.answers());
          json.put("wall_seconds", run.wallSeconds());
          json.put("model_seconds", run.modelSeconds());
          json.put("executors", c.executors);
          json.put("lost_executors", c.lostExecutors);
          json.put("repeated_batches", c.repeatedBatches);
          json.put("duplicate_records", c.duplicateRecords);
          return json;
        });
  }

  /** The last line of a run, without its folder. */
  public String text() {
    String machines =
        cluster
            .map(
                c ->
                    String.format(
                        Locale.ROOT, " on %d executors (%d cores each)", c.executors, c.cores))
            .orElse("");
    String losses =
        cluster
            .map(
                c ->
                    String.format(
                        Locale.ROOT,
                        "; %d executors lost, %d batches run again",
                        c.lostExecutors,
                        c.repeatedBatches))
            .orElse("");
    return String.format(
        Locale.ROOT,
        "%d answers in %.1f s%s, %.1f %% of the time outside the model%s",
        run.answers(),
        run.wallSeconds(),
        machines,
        100 * run.overhead(),
        losses);
  }
}
