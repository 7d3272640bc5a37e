package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.data.Media;
import io.qcpruner.eval.metric.ChoiceAnswer;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.metric.PyText;
import java.util.List;
import java.util.Optional;

/** ScienceQA (Lu et al., "Learn to Explain", NeurIPS 2022), test questions with a picture. */
final class ScienceQa extends FileTask {

  ScienceQa() {
    super("scienceqa_img", "ScienceQA-IMG", "question", "choices", "answer", "hint", "subject");
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    return row.has("conversations") ? fromLlava(row) : fromTable(row);
  }

  private static Optional<Sample> fromLlava(DataRow row) throws DataException {
    if (row.media() instanceof Media.None) {
      return Optional.empty();
    }
    List<String> turns = row.texts("conversations", "value");
    if (turns.size() < 2) {
      throw new DataException(row.where(), "conversations has no answer turn");
    }
    String text = PyText.strip(turns.get(0).replace("<image>", ""));
    String prompt = text.endsWith(Prompts.LETTER) ? text : text + "\n" + Prompts.LETTER;
    return Optional.of(
        Sample.of(row.text("id"), row.index(), prompt, row.media())
            .gold(PyText.strip(turns.get(1))));
  }

  private static Optional<Sample> fromTable(DataRow row) throws DataException {
    List<String> choices = row.texts("choices");
    long answer = row.integer("answer");
    if (answer < 0 || answer >= choices.size()) {
      throw new DataException(
          row.where(), "answer " + answer + " of " + choices.size() + " choices");
    }
    String hint = row.optionalText("hint").orElse("");
    String context = hint.isEmpty() ? "" : "Context: " + hint + "\n";
    String prompt =
        context + row.text("question") + "\n" + Prompts.letteredLines(choices) + Prompts.LETTER;
    return Optional.of(
        Sample.of(Integer.toString(row.index()), row.index(), prompt, row.media())
            .options(choices)
            .gold(ChoiceAnswer.letter((int) answer))
            .group(row.optionalText("subject").orElse("")));
  }

  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    return profile == Profile.LLAVA
        ? letter(sample, ChoiceAnswer.scienceQaLlava(answer))
        : verdict(sample, ChoiceAnswer.scienceQaLmms(answer, sample.gold()), answer);
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return tokens(family, 1024, 16);
  }
}
