package io.qcpruner.eval.cluster;

import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.task.Task;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Model and tasks of an evaluation as words, small enough to be sent to other machines. Every
 * process that takes part opens the same words.
 */
public interface RunSource extends Serializable {

  /** The model for its card and its checks of settings: nothing is converted or packed. */
  EvalModel describe() throws IOException;

  /**
   * The model, ready to answer.
   *
   * @param threads of one answer; 0 leaves the choice to the words
   */
  EvalModel open(int threads) throws IOException;

  Task task(String key);

  /** The data folder, if one was named; the caller closes it. */
  Optional<DataRoot> openData() throws IOException;

  /** The vector instructions that answers are computed with on this machine. */
  default String processor() {
    return "unknown";
  }

  /** Bytes of memory outside the heap that the weights of an open model need here. */
  default WeightMemory weightMemory() throws IOException {
    return new WeightMemory(0, 0);
  }

  /**
   * Memory of weights.
   *
   * @param mapped bytes of files that are mapped; the system can take their pages back
   * @param packed bytes of converted weights that stay
   */
  record WeightMemory(long mapped, long packed) {}

  /** The same source on a machine that may or may not download models. */
  default RunSource downloading(boolean allowed) {
    return this;
  }

  /** The folder of the weights on this machine, for engines that send them along. */
  default Optional<Path> checkpoint() throws IOException {
    return Optional.empty();
  }

  /** The same source with its weights in another folder. */
  default RunSource withCheckpoint(Path folder) {
    throw new IllegalArgumentException("this model does not lie in a folder: " + folder);
  }
}
