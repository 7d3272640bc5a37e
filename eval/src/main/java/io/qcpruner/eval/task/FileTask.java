package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataException;
import io.qcpruner.eval.data.DataManifest;
import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.data.DataRow;
import io.qcpruner.eval.metric.MeanMetric;
import io.qcpruner.eval.metric.Metric;
import io.qcpruner.eval.metric.ModelOutput;
import io.qcpruner.eval.metric.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A benchmark that lies in public files: rows become samples one by one. */
abstract class FileTask implements Task, DataRoot.Wishes {

  private final String key;
  private final String title;
  private final List<String> columns;

  FileTask(String key, String title, String... columns) {
    this.key = key;
    this.title = title;
    this.columns = List.of(columns);
  }

  /** The row as a sample, or nothing when the benchmark does not count it. */
  abstract Optional<Sample> sample(DataRow row, ModelProfile family) throws DataException;

  /** The verdict on an answer; lmms-eval's common cleaning is already done. */
  abstract Outcome judge(Sample sample, Profile profile, String answer);

  @Override
  public final String key() {
    return key;
  }

  @Override
  public final String title() {
    return title;
  }

  @Override
  public final List<String> columns() {
    return columns;
  }

  @Override
  public List<String> mediaNames(DataRow row) throws DataException {
    return row.optionalText("image").map(List::of).orElse(List.of());
  }

  @Override
  public final TaskData load(Optional<DataRoot> data, ModelProfile family) throws IOException {
    DataRoot root =
        data.orElseThrow(
            () -> new MissingDataFolderException("task " + key + " needs a data folder"));
    DataManifest.Entry entry = root.entry(key, family.profile().label());
    List<Sample> samples = new ArrayList<>();
    for (DataRow row : root.rows(entry, this)) {
      sample(row, family).ifPresent(samples::add);
    }
    if (samples.isEmpty()) {
      throw new DataException(entry.id(), "no samples");
    }
    return TaskData.of(entry.id(), samples);
  }

  @Override
  public final Outcome score(Sample sample, ModelProfile family, String answer) {
    Profile profile = family.profile();
    Outcome outcome;
    if (sample.golds().isEmpty()) {
      outcome = Outcome.of(sample.unit(), false, submitted(answer), "").unparsed();
    } else {
      String clean = profile == Profile.LMMS ? ModelOutput.withoutReasoning(answer) : answer;
      outcome = judge(sample, profile, clean);
    }
    return outcome.inGroup(sample.group()).tagged(sample.tags());
  }

  /** The answer as an evaluation server wants it. */
  String submitted(String answer) {
    return answer;
  }

  @Override
  public Metric metric(ModelProfile family) {
    return MeanMetric.percent();
  }

  /** What the adapters generate when a task sets no limit. */
  static int adapterTokens(ModelProfile family) {
    return family.adapterTokens();
  }

  /** The limit of LLaVA's script or of lmms-eval's task. */
  static int tokens(ModelProfile family, int llava, int lmms) {
    return family.profile() == Profile.LLAVA ? llava : lmms;
  }

  static Outcome verdict(Sample sample, boolean right, String predicted) {
    return Outcome.of(sample.unit(), right, predicted, sample.gold());
  }

  /** A verdict on a letter that may be missing. */
  static Outcome letter(Sample sample, Optional<String> letter) {
    Outcome outcome = verdict(sample, letter.equals(Optional.of(sample.gold())), letter.orElse(""));
    return letter.isPresent() ? outcome : outcome.unparsed();
  }
}
