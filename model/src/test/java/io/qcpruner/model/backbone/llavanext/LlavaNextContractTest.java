package io.qcpruner.model.backbone.llavanext;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.contracts.backbone.BackboneContract;

/** LLaVA-NeXT keeps the promises of every family. */
class LlavaNextContractTest extends BackboneContract {

  @Override
  protected String configuration() {
    return TinyModel.NEXT.json();
  }

  @Override
  protected boolean takesClips() {
    return false;
  }
}
