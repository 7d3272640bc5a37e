package io.qcpruner.tasks;

import io.qcpruner.eval.metric.ExactMatch;
import io.qcpruner.eval.metric.MeanMetric;
import io.qcpruner.eval.metric.Metric;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.task.ModelProfile;
import io.qcpruner.eval.task.Sample;
import io.qcpruner.eval.task.Task;

/** Questions about what is drawn when they are asked: no data, short answers, right or wrong. */
interface DrawnTask extends Task {

  int MAX_TOKENS = 12;

  @Override
  default boolean needsData() {
    return false;
  }

  @Override
  default int maxNewTokens(ModelProfile model) {
    return MAX_TOKENS;
  }

  @Override
  default Outcome score(Sample sample, ModelProfile model, String answer) {
    boolean right = ExactMatch.ignoringCaseAndPunctuation(answer, sample.gold());
    return Outcome.of(sample.unit(), right, answer, sample.gold()).inGroup(sample.group());
  }

  @Override
  default Metric metric(ModelProfile model) {
    return MeanMetric.percent();
  }
}
