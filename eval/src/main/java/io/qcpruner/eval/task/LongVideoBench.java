package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.ChoiceAnswer;
import io.qcpruner.eval.metric.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** LongVideoBench (Wu et al., NeurIPS 2024), validation split without subtitles. */
final class LongVideoBench extends FileTask {

  private static final int OPTIONS = 5;

  private final TaskOptions options;

  LongVideoBench(TaskOptions options) {
    super(
        "longvideobench",
        "LongVideoBench",
        "id",
        "video_path",
        "question",
        "option0",
        "option1",
        "option2",
        "option3",
        "option4",
        "correct_choice",
        "duration_group",
        "question_category");
    this.options = options;
  }

  @Override
  public List<String> mediaNames(DataRow row) throws DataException {
    return List.of(row.text("video_path"));
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    List<String> texts = row.has("candidates") ? row.texts("candidates") : columns(row);
    String prompt =
        row.text("question") + "\n" + Prompts.letteredLines(texts) + Prompts.LETTER + "\n";
    return Optional.of(
        Sample.of(row.text("id"), row.index(), prompt, row.media())
            .options(texts)
            .gold(ChoiceAnswer.letter((int) row.integer("correct_choice")))
            .group(row.optionalText("duration_group").orElse(""))
            .tags(row.optionalText("question_category").map(List::of).orElse(List.of())));
  }

  private static List<String> columns(DataRow row) throws DataException {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < OPTIONS; i++) {
      row.optionalText("option" + i).filter(text -> !text.equals("N/A")).ifPresent(texts::add);
    }
    if (texts.isEmpty()) {
      throw new DataException(row.where(), "no column option0");
    }
    return texts;
  }

  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    Optional<String> said = ChoiceAnswer.longVideoBench(answer);
    if (said.isPresent()) {
      return letter(sample, said);
    }
    return letter(
            sample, options.guess(sample.id(), sample.options().size()).map(ChoiceAnswer::letter))
        .unparsed();
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return 32;
  }
}
