package io.qcpruner.spark;

import java.io.Serializable;
import java.util.Arrays;

/**
 * A few samples of one task that one executor answers together; small, because it travels.
 *
 * @param index position among all batches of the run
 * @param task key of the task
 * @param rows the samples
 * @param settings per sample, the keys of the settings that it lacks
 */
record TaskBatch(int index, String task, int[] rows, String[][] settings) implements Serializable {

  /** For messages: the task and its rows. */
  String name() {
    return task + " rows " + Arrays.toString(rows);
  }
}
