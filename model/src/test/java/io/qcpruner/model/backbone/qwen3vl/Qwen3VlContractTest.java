package io.qcpruner.model.backbone.qwen3vl;

import io.qcpruner.checkpoint.synthetic.TinyModel;
import io.qcpruner.contracts.backbone.BackboneContract;

/** Qwen3-VL keeps the promises of every family. */
class Qwen3VlContractTest extends BackboneContract {

  @Override
  protected String configuration() {
    return TinyModel.QWEN3.json();
  }

  @Override
  protected boolean takesClips() {
    return true;
  }
}
