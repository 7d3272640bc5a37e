package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.MeanMetric;
import io.qcpruner.eval.metric.Metric;
import io.qcpruner.eval.metric.OcrBenchMatch;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.metric.PyText;
import java.util.List;
import java.util.Optional;

/** OCRBench: the number of right items of 1000. The only tag of a sample is its source data set. */
final class OcrBench extends FileTask {

  private final boolean legacyLowercase;

  OcrBench(TaskOptions options) {
    super("ocrbench", "OCRBench", "dataset", "question", "question_type", "answer");
    this.legacyLowercase = options.ocrLegacyLowercase();
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    String prompt = PyText.strip(row.text("question"));
    return Optional.of(
        Sample.of(Integer.toString(row.index()), row.index(), prompt, row.media())
            .golds(row.texts("answer"))
            .group(row.text("question_type"))
            .tags(List.of(row.text("dataset"))));
  }

  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    String dataset = sample.tags().get(0);
    boolean right = OcrBenchMatch.matches(answer, sample.golds(), dataset, legacyLowercase);
    return Outcome.of(sample.unit(), right, answer, String.join(" | ", sample.golds()));
  }

  @Override
  public Metric metric(ModelProfile family) {
    return new MeanMetric(MeanMetric.Kind.COUNT, 1, false, 0);
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return 128;
  }
}
