package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.ChoiceAnswer;
import io.qcpruner.eval.metric.MeanMetric;
import io.qcpruner.eval.metric.Metric;
import io.qcpruner.eval.metric.NextQaAnswer;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.metric.PyText;
import java.util.List;
import java.util.Optional;

/** NExT-QA (Xiao et al., CVPR 2021), multiple choice, the paper's calibration set for video. */
final class NextQa extends FileTask {

  private final TaskOptions options;

  NextQa(TaskOptions options) {
    super(
        "nextqa",
        "NExT-QA",
        "video",
        "qid",
        "question",
        "answer",
        "type",
        "a0",
        "a1",
        "a2",
        "a3",
        "a4");
    this.options = options;
  }

  @Override
  public List<String> mediaNames(DataRow row) throws DataException {
    return List.of(row.text("video"));
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    List<String> texts =
        List.of(row.text("a0"), row.text("a1"), row.text("a2"), row.text("a3"), row.text("a4"));
    String lines = Prompts.letteredLines(texts);
    String prompt = row.text("question") + "\n" + PyText.stripEnd(lines, '\n');
    String type = row.text("type");
    return Optional.of(
        Sample.of(row.text("video") + "_" + row.text("qid"), row.index(), prompt, row.media())
            .options(texts)
            .gold(ChoiceAnswer.letter((int) row.integer("answer")))
            .group(type.substring(0, 1))
            .tags(List.of(type)));
  }

  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    Optional<Integer> said = NextQaAnswer.parse(answer, sample.options());
    if (said.isPresent()) {
      return letter(sample, said.map(ChoiceAnswer::letter));
    }
    return letter(
            sample, options.guess(sample.id(), sample.options().size()).map(ChoiceAnswer::letter))
        .unparsed();
  }

  @Override
  public Metric metric(ModelProfile family) {
    return new MeanMetric(MeanMetric.Kind.OVER_SAMPLES, 1, false, 4);
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return adapterTokens(family);
  }
}
