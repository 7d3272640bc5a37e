package io.qcpruner.spark;

import java.io.Serializable;

/** What an executor does with a batch; the result travels to the driver. */
interface BatchWork extends Serializable {

  BatchAnswers run(ExecutorModel model, TaskBatch batch, TaskView task);
}
