package io.qcpruner.model.backbone.llavavideo;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.contracts.backbone.BackboneContract;

/** LLaVA-Video keeps the promises of every family. */
class LlavaVideoContractTest extends BackboneContract {

  @Override
  protected String configuration() {
    return TinyModel.VIDEO.json();
  }

  @Override
  protected boolean takesClips() {
    return true;
  }
}
