package io.qcpruner.eval.run;

import io.qcpruner.core.method.MethodSpec;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.Task;
import java.util.List;

/**
 * The smallest piece of work of a run: one sample with the settings that it still lacks.
 *
 * @param settings in the order of the plan
 */
public record RunJob(Task task, Sample sample, List<MethodSpec> settings) {

  public RunJob {
    settings = List.copyOf(settings);
  }
}
