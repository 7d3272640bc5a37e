package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.Metric;
import io.qcpruner.eval.metric.MmeMetric;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.metric.YesNo;
import java.util.Optional;

/** MME: two yes/no questions per picture in fourteen subtasks. */
final class Mme extends FileTask {

  private static final String CLOSING = " Please answer yes or no.";

  Mme() {
    super("mme", "MME", "question_id", "question", "answer", "category");
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    String prompt =
        row.has("text")
            ? row.text("text")
            : Prompts.shortAnswer(row.text("question").replace(CLOSING, ""));
    String picture = row.text("question_id");
    return Optional.of(
        Sample.of(picture, row.index(), prompt, row.media())
            .gold(row.text("answer"))
            .unit(row.text("category") + "/" + picture)
            .group(row.text("category")));
  }

  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    YesNo gold = YesNo.label(sample.gold());
    YesNo said = profile == Profile.LLAVA ? YesNo.mmeOfficial(answer) : YesNo.mmeLmms(answer);
    Outcome outcome = Outcome.of(sample.unit(), said == gold, said.name(), gold.name());
    return said == YesNo.OTHER ? outcome.unparsed() : outcome;
  }

  @Override
  public Metric metric(ModelProfile family) {
    return new MmeMetric(family.profile() == Profile.LMMS);
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return tokens(family, 128, 16);
  }
}
