package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.ChoiceAnswer;
import io.qcpruner.eval.metric.MeanMetric;
import io.qcpruner.eval.metric.Metric;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.metric.PyText;
import java.util.List;
import java.util.Optional;

/** MMStar (Chen et al., NeurIPS 2024), the paper's calibration set for images. */
final class MmStar extends FileTask {

  MmStar() {
    super("mmstar", "MMStar", "index", "question", "answer", "category", "l2_category");
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    String question = PyText.strip(row.text("question")).replace(" Please answer yes or no.", "");
    // the reference leaves the final period out
    String prompt = question + "\n" + PyText.stripEnd(Prompts.LETTER, '.');
    return Optional.of(
        Sample.of(row.text("index"), row.index(), prompt, row.media())
            .gold(row.text("answer"))
            .group(row.text("l2_category"))
            .tags(row.optionalText("category").map(List::of).orElse(List.of())));
  }

  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    return verdict(sample, ChoiceAnswer.mmstar(answer, sample.gold()), answer);
  }

  @Override
  public Metric metric(ModelProfile family) {
    return new MeanMetric(MeanMetric.Kind.OVER_GROUPS, 1, false, 4);
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return adapterTokens(family);
  }
}
