package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.metric.RelaxedMatch;
import java.util.Optional;

/** ChartQA test split, human and augmented questions. */
final class ChartQa extends FileTask {

  ChartQa() {
    super("chartqa", "ChartQA", "type", "question", "answer");
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    String prompt = row.text("question") + "\nAnswer the question with a single word.";
    return Optional.of(
        Sample.of(Integer.toString(row.index()), row.index(), prompt, row.media())
            .gold(row.text("answer"))
            .group(row.optionalText("type").orElse("")));
  }

  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    return verdict(sample, RelaxedMatch.matches(answer, sample.gold()), answer);
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return 16;
  }
}
