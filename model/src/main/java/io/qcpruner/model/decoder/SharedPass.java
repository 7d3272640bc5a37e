package io.qcpruner.model.decoder;

import io.qcpruner.model.nn.Crew;
import org.bytedeco.pytorch.Tensor;

/** One layer by several threads, for one prompt. */
interface SharedPass extends Crew.Task {

  /** After all members: the rows leaving the layer. What was asked for is handed over. */
  Tensor finish();
}
