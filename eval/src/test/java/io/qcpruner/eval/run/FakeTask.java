package io.qcpruner.eval.run;

import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.data.Media;
import io.qcpruner.eval.metric.MeanMetric;
import io.qcpruner.eval.metric.Metric;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.Task;
import io.qcpruner.eval.task.TaskData;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A registered task without files, as the embedded model's suite is one. */
public record FakeTask(String key, int size, String media) implements Task {

  public FakeTask(String key, int size) {
    this(key, size, "p");
  }

  @Override
  public boolean needsData() {
    return false;
  }

  @Override
  public TaskData load(Optional<DataRoot> data, ModelProfile family) {
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      Media picture = new Media.Embedded(media + i, () -> new byte[] {1});
      samples.add(
          Sample.of("q" + i, i, "Is it " + i + "?\n", picture)
              .gold(i % 2 == 0 ? "Yes" : "No")
              .group("g" + i % 3));
    }
    return TaskData.of("fake " + size, samples);
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return 4;
  }

  @Override
  public Outcome score(Sample sample, ModelProfile family, String answer) {
    return Outcome.of(sample.unit(), answer.equals(sample.gold()), answer, sample.gold())
        .inGroup(sample.group());
  }

  @Override
  public Metric metric(ModelProfile family) {
    return MeanMetric.percent();
  }
}
