package io.qcpruner.model.backbone.qwen25vl;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.contracts.backbone.BackboneContract;

/** Qwen2.5-VL keeps the promises of every family. */
class Qwen25VlContractTest extends BackboneContract {

  @Override
  protected String configuration() {
    return TinyModel.QWEN.json();
  }

  @Override
  protected boolean takesClips() {
    return true;
  }
}
