package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.metric.PyText;
import io.qcpruner.eval.metric.VqaAccuracy;
import io.qcpruner.eval.metric.VqaNormalizer;
import java.util.List;
import java.util.Optional;

/**
 * TextVQA (Singh et al., "Towards VQA Models That Can Read", CVPR 2019), validation split. LLaVA's
 * prompt lists the words that an OCR engine found, lmms-eval's does not.
 */
final class TextVqa extends FileTask {

  TextVqa() {
    super("textvqa", "TextVQA", "question_id", "image_id", "question", "answers", "ocr_tokens");
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    Sample sample =
        Sample.of(row.text("question_id"), row.index(), prompt(row, family), row.media());
    return Optional.of(sample.golds(row.texts("answers")));
  }

  private static String prompt(DataRow row, ModelProfile family) throws DataException {
    boolean llava = family.profile() == Profile.LLAVA;
    if (row.has("text")) {
      String text = row.text("text");
      return llava ? text : Prompts.shortAnswer(text.split("\n", 2)[0]);
    }
    String question = PyText.capitalize(row.text("question"));
    return llava
        ? Prompts.shortAnswer(
            question + "\nReference OCR token: " + String.join(", ", row.texts("ocr_tokens")))
        : Prompts.shortAnswer(question);
  }

  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    return soft(sample, answer);
  }

  /** VQA accuracy with the full normaliser. */
  static Outcome soft(Sample sample, String answer) {
    double score = VqaAccuracy.score(answer, sample.golds(), VqaNormalizer::full);
    return new Outcome(
        sample.unit(),
        "",
        List.of(),
        score,
        true,
        VqaNormalizer.full(answer),
        String.join(" | ", sample.golds()));
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return tokens(family, 128, adapterTokens(family));
  }
}
