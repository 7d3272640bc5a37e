package io.qcpruner.eval.run;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskData;
import io.qcpruner.eval.task.TaskOptions;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a run is to do.
 *
 * @param work the tasks with their samples
 * @param limit samples per task, 0 for all
 * @param threads samples worked on at a time
 * @param recordBroken record samples whose medium cannot be read as wrong instead of stopping
 */
public record RunPlan(
    List<Work> work,
    List<MethodSpec> settings,
    int limit,
    Shard shard,
    int threads,
    boolean recordBroken,
    TaskOptions options,
    Map<String, String> parameters) {

  /** A task and its data. */
  public record Work(Task task, TaskData data) {}

  public RunPlan {
    work = List.copyOf(work);
    settings = List.copyOf(settings);
    parameters = Map.copyOf(parameters);
    if (limit < 0) {
      throw new IllegalArgumentException("limit must not be negative, not " + limit);
    }
    if (threads < 1) {
      throw new IllegalArgumentException("threads must be at least 1, not " + threads);
    }
    if (settings.stream().distinct().count() != settings.size()) {
      throw new IllegalArgumentException("a setting is given twice: " + settings);
    }
  }

  /** A whole run on one thread with the paper's rules. */
  public static RunPlan simple(List<Work> work, List<MethodSpec> settings) {
    return new RunPlan(work, settings, 0, Shard.WHOLE, 1, false, TaskOptions.PAPER, Map.of());
  }

  public static List<Work> load(List<Task> tasks, Optional<DataRoot> data, ModelProfile family)
      throws IOException {
    List<Work> work = new ArrayList<>();
    for (Task task : tasks) {
      work.add(new Work(task, task.load(data, family)));
    }
    return work;
  }

  /** The samples of a task that this plan takes: the limit and the shard applied. */
  public List<Sample> samples(Work item) {
    List<Sample> all = item.data().samples();
    int end = limit == 0 ? all.size() : Math.min(limit, all.size());
    List<Sample> taken = new ArrayList<>();
    for (int i = 0; i < end; i++) {
      if (shard.has(i)) {
        taken.add(all.get(i));
      }
    }
    return taken;
  }

  RunManifest manifest(ModelCard model, String version) {
    Map<String, RunManifest.TaskEntry> entries = new TreeMap<>();
    for (Work item : work) {
      TaskData data = item.data();
      entries.put(
          item.task().key(),
          new RunManifest.TaskEntry(
              data.source(),
              data.samples().size(),
              data.checksum(),
              item.task().maxNewTokens(model.profile())));
    }
    return new RunManifest(
        RunManifest.FORMAT,
        version,
        model,
        entries,
        settings.stream().map(MethodSpec::toString).toList(),
        options,
        parameters,
        RunManifest.thisMachine(),
        Instant.now().toString());
  }
}
