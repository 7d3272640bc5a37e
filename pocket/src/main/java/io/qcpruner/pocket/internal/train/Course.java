package io.qcpruner.pocket.internal.train;

import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.pocket.question.Split;
import java.io.IOException;

/** What a trainer teaches: pictures or clips. */
interface Course extends AutoCloseable {

  /** Starting values of all weights. */
  Parameters start(long seed) throws IOException;

  /** Weights that a checkpoint of an earlier course may lack. */
  void complete(Parameters parameters, long seed);

  /** Whether a weight of this name is trained here; others stay as they are. */
  default boolean trains(String name) {
    return true;
  }

  PocketNet net(Parameters parameters) throws WeightsException;

  /** The batch of a step: the same step gives the same batch. */
  Batch make(Split split, CurriculumStage stage, long step);

  @Override
  void close();
}
