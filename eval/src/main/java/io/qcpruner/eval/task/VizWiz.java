package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.metric.PyText;
import io.qcpruner.eval.metric.VqaNormalizer;
import java.util.List;
import java.util.Optional;

/** VizWiz-VQA (Gurari et al., "VizWiz Grand Challenge", CVPR 2018). */
final class VizWiz extends FileTask {

  private final Scoring scoring;

  VizWiz(String key, String title, Scoring scoring) {
    super(key, title, "question_id", "question", "answers", "category");
    this.scoring = scoring;
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    String prompt =
        row.has("text")
            ? row.text("text")
            : PyText.capitalize(row.text("question"))
                + "\n"
                + Prompts.UNANSWERABLE
                + "\n"
                + Prompts.SHORT_ANSWER;
    List<String> golds = row.has("answers") ? row.texts("answers") : List.of();
    Sample sample = Sample.of(row.text("question_id"), row.index(), prompt, row.media());
    return Optional.of(sample.golds(golds).group(row.optionalText("category").orElse("")));
  }

  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    return TextVqa.soft(sample, answer);
  }

  @Override
  String submitted(String answer) {
    return VqaNormalizer.full(answer);
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return tokens(family, 128, adapterTokens(family));
  }

  @Override
  public Scoring scoring() {
    return scoring;
  }
}
