package io.qcpruner.eval.cluster;

import io.qcpruner.eval.data.DataRoot;
import io.qcpruner.eval.run.EvalModel;
import io.qcpruner.eval.task.Task;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A serializable description of the model and the tasks of an evaluation, small enough to be sent
 * to other machines. Every process that takes part opens the same description.
 */
public interface RunSource extends Serializable {

  /** The model for its card and its checks of settings: nothing is converted or packed. */
  EvalModel describe() throws IOException;

  /**
   * The model, ready to answer.
   *
   * @param threads of one answer; 0 leaves the choice to the description
   */
  EvalModel open(int threads) throws IOException;

  Task task(String key);

  /** The data folder, if one was named; the caller closes it. */
  Optional<DataRoot> openData() throws IOException;

  /** The vector instructions that answers are computed with on this machine. */
  default String processor() {
    return "unknown";
  }

  /** Bytes of memory outside the heap that an open model needs here. */
  default ModelMemory memory() throws IOException {
    return new ModelMemory(0, 0, 0);
  }

  /**
   * Memory of a model.
   *
   * @param mapped bytes of files that are mapped; the system can take their pages back
   * @param packed bytes of converted weights that stay
   * @param cacheRow bytes of one row in the caches of all layers
   */
  record ModelMemory(long mapped, long packed, long cacheRow) {}

  /** A copy of this source for a machine that may or may not download models. */
  default RunSource downloading(boolean allowed) {
    return this;
  }

  /** The folder of the weights on this machine, for engines that send them along. */
  default Optional<Path> checkpoint() throws IOException {
    return Optional.empty();
  }

  /** A copy of this source with its weights in another folder. */
  default RunSource withCheckpoint(Path folder) {
    throw new IllegalArgumentException("this model does not lie in a folder: " + folder);
  }
}
