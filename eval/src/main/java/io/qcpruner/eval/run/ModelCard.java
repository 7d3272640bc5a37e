package io.qcpruner.eval.run;

import io.qcpruner.eval.cost.PrefillFlops;
import io.qcpruner.eval.task.ModelProfile;

/**
 * Which model a run used.
 *
 * @param name as the user named it
 * @param family id of its family
 * @param checksum digest of the checkpoint
 * @param decoder shape of the decoder, for FLOPs
 */
public record ModelCard(String name, String family, String checksum, PrefillFlops decoder) {

  /** How the evaluation treats this model. */
  public ModelProfile profile() {
    return ModelProfile.of(family);
  }
}
