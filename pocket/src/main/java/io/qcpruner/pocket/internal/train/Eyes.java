package io.qcpruner.pocket.internal.train;

import io.qcpruner.checkpoint.weights.WeightsException;
import org.bytedeco.pytorch.Tensor;

/** From pixels to the decoder's visual rows. */
interface Eyes {

  /** Rows of the tower. */
  Tensor tower(Batch batch) throws WeightsException;

  /** Rows in the decoder's space that are described by words: [B, cells, D]. */
  Tensor cells(Tensor tower, Batch batch);

  /** The rows that enter the decoder: [B, V, D]. */
  Tensor rows(Tensor cells);
}
