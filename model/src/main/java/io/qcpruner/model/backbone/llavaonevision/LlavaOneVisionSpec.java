package io.qcpruner.model.backbone.llavaonevision;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.DecoderType;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.core.method.BackboneFacts.Views;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.Visual;
import io.qcpruner.model.backbone.VisualPreparer;
import io.qcpruner.model.backbone.llava.Canvases;
import io.qcpruner.model.backbone.llava.LlavaConfig;
import io.qcpruner.model.backbone.llava.LlavaSpec;
import io.qcpruner.model.backbone.llavanext.Tiled;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.text.ChatMlTemplate;
import io.qcpruner.text.PromptTemplate;
import java.util.List;

/** A LLaVA-OneVision checkpoint. */
final class LlavaOneVisionSpec extends LlavaSpec {
  private final Canvases canvases;
  private final int tiles;

  LlavaOneVisionSpec(
      BackboneFamily family, LlavaConfig config, Canvases canvases, int tiles, ConfigFiles files)
      throws ConfigException {
    super(family, config, true, files, DecoderType.QWEN2.generation());
    this.canvases = canvases;
    this.tiles = tiles;
  }

  /** How many tiles' worth of patches a picture may have before its grid is made smaller. */
  int tiles() {
    return tiles;
  }

  @Override
  public VisualPreparer preparer() {
    return new LlavaOneVisionPreparer(vit(), canvases, normalization(), clipNormalization());
  }

  @Override
  public PromptTemplate template() {
    return ChatMlTemplate.LINES;
  }

  /** Several pictures are shown without tiles, as transformers prepares them. */
  @Override
  public void requireTogether(List<Visual> visuals) {
    boolean several = visuals.stream().filter(visual -> !visual.isClip()).count() > 1;
    if (several && visuals.stream().anyMatch(Tiled.class::isInstance)) {
      throw new IllegalArgumentException(
          "LLaVA-OneVision shows several pictures without tiles; prepare each of them with"
              + " PictureSettings.withOthers()");
    }
  }

  @Override
  public boolean poolsFrames(Visual visual) {
    return visual.isClip();
  }

  @Override
  public BackboneFacts methodFacts() {
    return BackboneFacts.of(
        family().label(),
        Tower.PATCH_ROWS,
        Views.TILES,
        config().decoder().layers(),
        nominalPatches());
  }

  /** Base view and as many tiles as are not made smaller. */
  int nominalViews() {
    return 1 + tiles;
  }

  @Override
  public int nominalPatches() {
    return nominalViews() * vit().grid() * vit().grid();
  }

  @Override
  public Backbone build(ModuleFactory modules) throws WeightsException {
    return new LlavaOneVision(this, modules);
  }
}
