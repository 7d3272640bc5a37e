package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.ChoiceAnswer;
import io.qcpruner.eval.metric.CircularMetric;
import io.qcpruner.eval.metric.Metric;
import io.qcpruner.eval.metric.MmbenchOption;
import io.qcpruner.eval.metric.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** MMBench in English or Chinese: every question once per rotation of its options. */
final class MmBench extends FileTask {

  /** Rotations of a question have its index plus a multiple of this. */
  private static final long PASS = 1_000_000;

  private final boolean chinese;
  private final boolean keepNan;

  private MmBench(String key, String title, boolean chinese, boolean keepNan) {
    super(key, title, "index", "question", "hint", "A", "B", "C", "D", "answer", "category");
    this.chinese = chinese;
    this.keepNan = keepNan;
  }

  static MmBench english() {
    return new MmBench("mmbench_en", "MMBench-EN", false, false);
  }

  static MmBench chinese(TaskOptions options) {
    return new MmBench("mmbench_cn", "MMBench-CN", true, options.mmbenchKeepNan());
  }

  @Override
  public List<String> mediaNames(DataRow row) {
    return List.of();
  }

  @Override
  Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException {
    long index = row.integer("index");
    List<String> options = new ArrayList<>();
    for (String letter : List.of("A", "B", "C", "D")) {
      Optional<String> option = row.optionalText(letter).filter(text -> !text.equals("nan"));
      if (option.isEmpty()) {
        break;
      }
      options.add(option.get());
    }
    Optional<String> hint = row.optionalText("hint").filter(text -> keepNan || !text.equals("nan"));
    String prompt =
        family.profile() == Profile.LLAVA
            ? llavaPrompt(hint, row.text("question"), options)
            : lmmsPrompt(hint, row.text("question"), options);
    return Optional.of(
        Sample.of(Long.toString(index), row.index(), prompt, row.media())
            .options(options)
            .gold(row.text("answer"))
            .unit(Long.toString(index % PASS))
            .group(row.optionalText("category").orElse(""))
            .tags(index < PASS ? List.of(CircularMetric.FIRST_PASS) : List.of()));
  }

  private String llavaPrompt(Optional<String> hint, String question, List<String> options) {
    StringBuilder prompt = new StringBuilder(hint.map(h -> h + "\n").orElse("")).append(question);
    for (int i = 0; i < options.size(); i++) {
      prompt.append('\n').append(ChoiceAnswer.letter(i)).append(". ").append(options.get(i));
    }
    return prompt.append('\n').append(chinese ? Prompts.LETTER_CN : Prompts.LETTER).toString();
  }

  private String lmmsPrompt(Optional<String> hint, String question, List<String> options) {
    return hint.map(h -> h + " ").orElse("")
        + question
        + " There are several options:\n"
        + Prompts.letteredLines(options)
        + "\n"
        + (chinese ? Prompts.LETTER_CN_LMMS : Prompts.LETTER);
  }

  @Override
  Outcome judge(Sample sample, Profile profile, String answer) {
    return letter(sample, MmbenchOption.infer(answer, sample.options()));
  }

  @Override
  public Metric metric(ModelProfile family) {
    return new CircularMetric();
  }

  @Override
  public int maxNewTokens(ModelProfile family) {
    return tokens(family, 1024, chinese ? 256 : 1024);
  }
}
