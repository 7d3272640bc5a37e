package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.Metric;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.metric.PopeMetric;
import io.qcpruner.eval.metric.YesNo;
import java.util.Optional;

/** POPE: is an object in the picture, three kinds of absent objects. */
final class Pope extends FileTask {

  Pope() {
    super("pope", "POPE", "question_id", "question", "answer", "category");
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    String prompt = row.has("text") ? row.text("text") : Prompts.shortAnswer(row.text("question"));
    String label = row.has("label") ? row.text("label") : row.text("answer");
    if (YesNo.label(label) == YesNo.OTHER) {
      throw new DataException(row.where(), "label " + label + " is neither yes nor no");
    }
    return Optional.of(
        Sample.of(row.text("question_id"), row.index(), prompt, row.media())
            .gold(label)
            .group(row.optionalText("category").orElse("all")));
  }

  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    YesNo gold = YesNo.label(sample.gold());
    YesNo said = profile == Profile.LLAVA ? YesNo.popeLlava(answer) : YesNo.label(answer);
    Outcome outcome = Outcome.of(sample.unit(), said == gold, said.name(), gold.name());
    return said == YesNo.OTHER ? outcome.unparsed() : outcome;
  }

  @Override
  public Metric metric(ModelProfile family) {
    return new PopeMetric();
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return 128;
  }
}
