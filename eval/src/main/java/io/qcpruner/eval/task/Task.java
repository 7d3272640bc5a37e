package io.qcpruner.eval.task;

import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.metric.Metric;
import io.qcpruner.eval.metric.Outcome;
import java.io.IOException;
import java.util.Optional;

/**
 * A benchmark. The built-in ones read public files; others may be registered, see {@link
 * TaskCatalog}, and make their samples as they like.
 */
public interface Task {

  /** Name on the command line and column in tables. */
  String key();

  /** The name of the column in the paper's tables. */
  default String title() {
    return key();
  }

  /** True when the samples come from files under a data root that the user must name. */
  default boolean needsData() {
    return true;
  }

  /**
   * The samples with the prompts of a model family.
   *
   * @param data empty for tasks that need none
   */
  TaskData load(Optional<DataRoot> data, ModelProfile family) throws IOException;

  /** Longest answer that is generated. */
  int maxNewTokens(ModelProfile family);

  /** What became of an answer. Samples without references get no credit and count as unparsed. */
  Outcome score(Sample sample, ModelProfile family, String answer);

  Metric metric(ModelProfile family);

  /** Who can give the final score. */
  default Scoring scoring() {
    return Scoring.OFFLINE;
  }

  /** Who can give the final score of a task. */
  enum Scoring {
    /** This program. */
    OFFLINE,
    /** A language model behind a judge endpoint. */
    JUDGE,
    /** An evaluation server; we write the file to upload. */
    SERVER
  }
}
