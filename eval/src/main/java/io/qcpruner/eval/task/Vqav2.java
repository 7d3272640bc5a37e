package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.metric.VqaAccuracy;
import io.qcpruner.eval.metric.VqaNormalizer;
import java.util.List;
import java.util.Optional;

/**
 * VQAv2 (Goyal et al., "Making the V in VQA Matter", CVPR 2017). Test-dev answers are private: that
 * split gives an upload file, the validation split a local score under its own name.
 */
final class Vqav2 extends FileTask {

  private final Scoring scoring;

  Vqav2(String key, String title, Scoring scoring) {
    super(key, title, "question_id", "question", "answers");
    this.scoring = scoring;
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    String prompt = row.has("text") ? row.text("text") : Prompts.shortAnswer(row.text("question"));
    List<String> golds = row.has("answers") ? row.texts("answers", "answer") : List.of();
    Sample sample = Sample.of(row.text("question_id"), row.index(), prompt, row.media());
    return Optional.of(sample.golds(golds));
  }

  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    double score = VqaAccuracy.score(answer, sample.golds(), VqaNormalizer::shortForm);
    return new Outcome(
        sample.unit(),
        "",
        List.of(),
        score,
        true,
        VqaNormalizer.shortForm(answer),
        String.join(" | ", sample.golds()));
  }

  @Override
  String submitted(String answer) {
    return VqaNormalizer.full(answer);
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return tokens(family, 128, 16);
  }

  @Override
  public Scoring scoring() {
    return scoring;
  }
}
