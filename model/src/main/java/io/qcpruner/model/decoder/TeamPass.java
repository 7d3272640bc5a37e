package io.qcpruner.model.decoder;

import io.qcpruner.model.nn.ThreadTeam;
import org.bytedeco.pytorch.Tensor;

/** One layer of one prompt, computed by a thread team. */
interface TeamPass extends ThreadTeam.Task {

  /**
   * Call after the run: hands queries and keys to the tap and returns the rows leaving the layer.
   */
  Tensor finish();
}
