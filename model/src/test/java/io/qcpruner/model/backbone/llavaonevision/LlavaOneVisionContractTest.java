package io.qcpruner.model.backbone.llavaonevision;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.contracts.backbone.BackboneContract;

/** LLaVA-OneVision keeps the promises of every family. */
class LlavaOneVisionContractTest extends BackboneContract {

  @Override
  protected String configuration() {
    return TinyModel.ONEVISION.json();
  }

  @Override
  protected boolean takesClips() {
    return true;
  }
}
