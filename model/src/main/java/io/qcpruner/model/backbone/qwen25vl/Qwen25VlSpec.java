package io.qcpruner.model.backbone.qwen25vl;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.weights.TensorInventory;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.BackboneConfig;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.PixelScale;
import io.qcpruner.model.backbone.VisualPreparer;
import io.qcpruner.model.backbone.qwen.PatchBlocks;
import io.qcpruner.model.backbone.qwen.PictureRanges;
import io.qcpruner.model.backbone.qwen.PixelRange;
import io.qcpruner.model.backbone.qwen.QwenBackbone;
import io.qcpruner.model.backbone.qwen.QwenPreparer;
import io.qcpruner.model.backbone.qwen.QwenSpec;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.text.ChatMlTemplate;
import io.qcpruner.text.PromptTemplate;
import java.util.Map;

/** A Qwen2.5-VL checkpoint. */
final class Qwen25VlSpec extends QwenSpec {
  /** What transformers takes where a checkpoint has no file. */
  private static final PixelRange PICTURES = PixelRange.between(56 * 56, 28 * 28 * 1280);

  private final QwenVisionConfig vision;
  private final PixelRange stored;

  Qwen25VlSpec(
      BackboneFamily family, BackboneConfig config, QwenVisionConfig vision, ConfigFiles files)
      throws ConfigException {
    super(family, config, vision.sizes(), PixelScale.CLIP, files);
    this.vision = vision;
    this.stored = PICTURES.or(files.preprocessor());
  }

  QwenVisionConfig vision() {
    return vision;
  }

  @Override
  public Map<String, long[]> tensors() {
    return vision.addTo(new TensorInventory()).decoder(config().decoder()).shapes();
  }

  /** The paper gives every picture and frame the same square; high detail is the file's limits. */
  @Override
  public VisualPreparer preparer() {
    PixelRange square = PixelRange.square(PixelRange.PAPER_SIDE, sizes().unit());
    return new QwenPreparer(
        sizes(),
        new PictureRanges(square, stored),
        square.ofFrames(sizes().unit()),
        PixelScale.CLIP.normalization());
  }

  @Override
  public PromptTemplate template() {
    return ChatMlTemplate.MARKS;
  }

  /** In float, as transformers computes it. */
  @Override
  protected double positionsPerSlice(PatchBlocks clip) {
    return vision.tokensPerSecond() * (float) clip.secondsPerSlice();
  }

  @Override
  public Backbone build(ModuleFactory modules) throws WeightsException {
    return new QwenBackbone(this, new QwenTower(vision, modules), modules);
  }

  @Override
  protected int towerLayers() {
    return vision.depth();
  }
}
