package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.Outcome;
import io.qcpruner.eval.metric.PyText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** MM-Vet (Yu et al., ICML 2024): free answers, graded by a judge model after the run. */
final class MmVet extends FileTask {

  MmVet() {
    super("mmvet", "MMVet", "question_id", "question", "answer", "capability");
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    String prompt = row.has("text") ? row.text("text") : row.text("question");
    return Optional.of(
        Sample.of(row.text("question_id"), row.index(), prompt, row.media())
            .gold(row.text("answer"))
            .tags(capabilities(row)));
  }

  private static List<String> capabilities(DataRow row) throws DataException {
    if (row.fields().get("capability") instanceof List<?>) {
      return row.texts("capability");
    }
    List<String> names = new ArrayList<>();
    for (String name : PyText.split(row.optionalText("capability").orElse(""), ',')) {
      if (!name.isBlank()) {
        names.add(PyText.strip(name));
      }
    }
    return names;
  }

  /** No credit before the judge has spoken. */
  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    return verdict(sample, false, answer).unparsed();
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return 1024;
  }

  @Override
  public Scoring scoring() {
    return Scoring.JUDGE;
  }
}
