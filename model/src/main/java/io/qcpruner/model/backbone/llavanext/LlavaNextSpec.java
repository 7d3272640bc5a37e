package io.qcpruner.model.backbone.llavanext;

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
import io.qcpruner.model.backbone.llava.Canvases;
import io.qcpruner.model.backbone.llava.LlavaConfig;
import io.qcpruner.model.backbone.llava.LlavaSpec;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.text.PromptTemplate;

/** A LLaVA-NeXT checkpoint. */
final class LlavaNextSpec extends LlavaSpec {
  /** Base view and four tiles: what a total budget is stated for. */
  static final int NOMINAL_VIEWS = 5;

  private final Canvases canvases;
  private final PromptTemplate template;

  LlavaNextSpec(
      BackboneFamily family,
      LlavaConfig config,
      Canvases canvases,
      PromptTemplate template,
      ConfigFiles files)
      throws ConfigException {
    super(family, config, true, files, DecoderType.LLAMA.generation());
    this.canvases = canvases;
    this.template = template;
  }

  Canvases canvases() {
    return canvases;
  }

  @Override
  public VisualPreparer preparer() {
    return new LlavaNextPreparer(family().label(), vit(), canvases, normalization());
  }

  @Override
  public PromptTemplate template() {
    return template;
  }

  @Override
  public BackboneFacts methodFacts() {
    return BackboneFacts.of(
        family().label(),
        Tower.CLASS_ROW,
        Views.TILES,
        config().decoder().layers(),
        nominalPatches());
  }

  @Override
  public int nominalPatches() {
    return NOMINAL_VIEWS * vit().grid() * vit().grid();
  }

  @Override
  public Backbone build(ModuleFactory modules) throws WeightsException {
    return new LlavaNext(this, modules);
  }
}
