package io.qcpruner.model.backbone.llava15;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.contracts.backbone.BackboneContract;

/** LLaVA-1.5 keeps the promises of every family. */
class Llava15ContractTest extends BackboneContract {

  @Override
  protected String configuration() {
    return TinyModel.LLAVA.json();
  }

  @Override
  protected boolean takesClips() {
    return false;
  }
}
