package io.qcpruner.model.backbone.llava15;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.DecoderType;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.core.method.BackboneFacts.Views;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.VisualPreparer;
import io.qcpruner.model.backbone.llava.LlavaConfig;
import io.qcpruner.model.backbone.llava.LlavaSpec;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.text.PromptTemplate;
import io.qcpruner.text.VicunaTemplate;

/** A LLaVA-1.5 checkpoint. */
final class Llava15Spec extends LlavaSpec {

  Llava15Spec(BackboneFamily family, LlavaConfig config, ConfigFiles files) throws ConfigException {
    super(family, config, false, files, DecoderType.LLAMA.generation());
  }

  @Override
  public VisualPreparer preparer() {
    return new Llava15Preparer(family().label(), vit(), normalization());
  }

  @Override
  public PromptTemplate template() {
    return VicunaTemplate.V1;
  }

  @Override
  public BackboneFacts methodFacts() {
    return BackboneFacts.of(
        family().label(),
        Tower.CLASS_ROW,
        Views.PADDED_SQUARE,
        config().decoder().layers(),
        nominalPatches());
  }

  @Override
  public boolean fixedPatchCount() {
    return true;
  }

  @Override
  public int nominalPatches() {
    return vit().grid() * vit().grid();
  }

  @Override
  public Backbone build(ModuleFactory modules) throws WeightsException {
    return new Llava15(this, modules);
  }
}
