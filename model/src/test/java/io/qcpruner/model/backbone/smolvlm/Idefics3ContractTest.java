package io.qcpruner.model.backbone.smolvlm;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.contracts.backbone.BackboneContract;

/** Idefics3 keeps the promises of every family. */
class Idefics3ContractTest extends BackboneContract {

  @Override
  protected String configuration() {
    return TinyModel.IDEFICS3.json();
  }

  @Override
  protected boolean takesClips() {
    return false;
  }
}
