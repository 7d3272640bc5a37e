package io.qcpruner.model.backbone.smolvlm;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.contracts.backbone.BackboneContract;

/** SmolVLM keeps the promises of every family. */
class SmolVlmContractTest extends BackboneContract {

  @Override
  protected String configuration() {
    return TinyModel.SMOLVLM.json();
  }

  @Override
  protected boolean takesClips() {
    return true;
  }
}
