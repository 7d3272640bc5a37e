package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.ChoiceAnswer;
import io.qcpruner.eval.metric.Outcome;
import java.util.List;
import java.util.Optional;

/** Video-MME (Fu et al., CVPR 2025) without subtitles. */
final class VideoMme extends FileTask {

  // the mention of subtitles stays although none are given
  private static final String INSTRUCTION =
      "Select the best answer to the following multiple-choice question based on the video and the"
          + " subtitles. Respond with only the letter (A, B, C, or D) of the correct option.";

  VideoMme() {
    super(
        "videomme",
        "Video-MME",
        "question_id",
        "videoID",
        "question",
        "options",
        "answer",
        "duration",
        "domain");
  }

  @Override
  public List<String> mediaNames(DataRow row) throws DataException {
    return List.of(row.text("videoID"));
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    List<String> options = row.texts("options");
    String ending = family.endsWithAnswerPrefix() ? "The best answer is:" : "\n" + Prompts.LETTER;
    String prompt =
        String.join("\n", INSTRUCTION, row.text("question"), String.join("\n", options), ending);
    return Optional.of(
        Sample.of(row.text("question_id"), row.index(), prompt, row.media())
            .options(options)
            .gold(row.text("answer"))
            .group(row.text("duration"))
            .tags(row.optionalText("domain").map(List::of).orElse(List.of())));
  }

  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    return letter(sample, ChoiceAnswer.videoMme(answer));
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return 16;
  }
}
