package io.qcpruner.model.backbone.qwen2vl;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.contracts.backbone.BackboneContract;

/** Qwen2-VL keeps the promises of every family. */
class Qwen2VlContractTest extends BackboneContract {

  @Override
  protected String configuration() {
    return TinyModel.QWEN2.json();
  }

  @Override
  protected boolean takesClips() {
    return true;
  }
}
