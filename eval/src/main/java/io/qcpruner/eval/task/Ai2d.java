package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.ChoiceAnswer;
import io.qcpruner.eval.metric.ExactMatch;
import io.qcpruner.eval.metric.Outcome;
import java.util.List;
import java.util.Optional;

/** AI2D (Kembhavi et al., "A Diagram Is Worth a Dozen Images", ECCV 2016). */
final class Ai2d extends FileTask {

  Ai2d() {
    super("ai2d", "AI2D", "question", "options", "answer");
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    List<String> options = row.texts("options");
    long answer = row.integer("answer");
    if (answer < 0 || answer >= options.size()) {
      throw new DataException(
          row.where(), "answer " + answer + " of " + options.size() + " options");
    }
    String prompt = row.text("question") + "\n" + Prompts.letteredLines(options) + Prompts.LETTER;
    return Optional.of(
        Sample.of(Integer.toString(row.index()), row.index(), prompt, row.media())
            .options(options)
            .gold(ChoiceAnswer.letter((int) answer)));
  }

  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    String letter = ChoiceAnswer.ai2d(answer);
    return verdict(sample, ExactMatch.ignoringCaseAndPunctuation(letter, sample.gold()), letter);
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return 16;
  }
}
