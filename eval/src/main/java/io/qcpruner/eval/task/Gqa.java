package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.ExactMatch;
import io.qcpruner.eval.metric.Outcome;
import java.util.Optional;

/** GQA (Hudson and Manning, CVPR 2019), balanced test-dev questions. */
final class Gqa extends FileTask {

  Gqa() {
    super("gqa", "GQA", "id", "imageId", "question", "answer", "isBalanced");
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    if (row.has("isBalanced") && !Boolean.parseBoolean(row.text("isBalanced"))) {
      return Optional.empty();
    }
    String id = row.has("question_id") ? row.text("question_id") : row.text("id");
    String prompt = row.has("text") ? row.text("text") : Prompts.shortAnswer(row.text("question"));
    return Optional.of(Sample.of(id, row.index(), prompt, row.media()).gold(row.text("answer")));
  }

  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    boolean right =
        profile == Profile.LLAVA
            ? ExactMatch.gqa(answer, sample.gold())
            : ExactMatch.ignoringCaseAndPunctuation(answer, sample.gold());
    return verdict(sample, right, answer);
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return tokens(family, 128, 16);
  }
}
