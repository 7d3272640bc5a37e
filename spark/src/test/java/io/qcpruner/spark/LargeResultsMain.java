package io.qcpruner.spark;

import io.qcpruner.eval.cluster.ClusterSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.broadcast.Broadcast;

/** So many tasks with results of one megabyte, in a process with a small heap. */
public final class LargeResultsMain {

  private static final int MEGABYTE = 1 << 20;

  private LargeResultsMain() {}

  /** A megabyte of text. */
  private static final class Large implements BatchWork {
    private static final long serialVersionUID = 1;

    @Override
    public BatchAnswers run(ExecutorModel model, TaskBatch batch, TaskView task) {
      return new BatchAnswers(List.of("x".repeat(MEGABYTE)), 0, model.facts(), null);
    }
  }

  public static void main(String[] args) throws Exception {
    List<TaskBatch> batches = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      batches.add(new TaskBatch(i, "t", new int[0], new String[0][]));
    }
    ClusterSettings cluster = ClusterSettings.of("local[2]");
    AtomicInteger results = new AtomicInteger();
    try (Application application =
        Application.start(SparkSettings.of(cluster), cluster, System.err)) {
      ExecutorSetup setup =
          new ExecutorSetup("large", new FakeSource(1), 1, "", Map.of(), "", false, 0, List.of());
      Broadcast<ExecutorSetup> sent = application.context().broadcast(setup);
      ResultJob.run(
          application.context(),
          batches,
          sent,
          new Large(),
          (batch, bytes) -> results.addAndGet(bytes.length > MEGABYTE ? 1 : 0));
    }
    System.out.println(results + " results");
    System.exit(0);
  }
}
