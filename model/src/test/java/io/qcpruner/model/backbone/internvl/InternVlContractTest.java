package io.qcpruner.model.backbone.internvl;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.contracts.backbone.BackboneContract;

/** InternVL keeps the promises of every family. */
class InternVlContractTest extends BackboneContract {

  @Override
  protected String configuration() {
    return TinyModel.INTERNVL.json();
  }

  @Override
  protected boolean takesClips() {
    return true;
  }
}
