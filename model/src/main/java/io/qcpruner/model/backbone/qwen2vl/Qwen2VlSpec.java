package io.qcpruner.model.backbone.qwen2vl;

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

/** A Qwen2-VL checkpoint. */
final class Qwen2VlSpec extends QwenSpec {
  /** What transformers takes where a checkpoint has no file. */
  private static final PixelRange PICTURES = PixelRange.between(56 * 56, 28 * 28 * 1280);

  /** As many pixels as the paper's square has, and 768 tokens for each frame of a clip. */
  private static final long MAX_PICTURE = (long) PixelRange.PAPER_SIDE * PixelRange.PAPER_SIDE;

  private static final long MAX_FRAME = 28 * 28 * 768;

  private final Qwen2VisionConfig vision;
  private final PixelRange stored;
  private final PixelRange storedFrames;

  Qwen2VlSpec(
      BackboneFamily family, BackboneConfig config, Qwen2VisionConfig vision, ConfigFiles files)
      throws ConfigException {
    super(family, config, vision.sizes(), PixelScale.CLIP, files);
    this.vision = vision;
    this.stored = PICTURES.or(files.preprocessor());
    this.storedFrames = PICTURES.or(files.clips());
  }

  Qwen2VisionConfig vision() {
    return vision;
  }

  @Override
  public Map<String, long[]> tensors() {
    return vision.addTo(new TensorInventory()).decoder(config().decoder()).shapes();
  }

  /** Sizes within the file's limits, which published files set too high for a processor. */
  @Override
  public VisualPreparer preparer() {
    return new QwenPreparer(
        sizes(),
        new PictureRanges(stored.atMost(MAX_PICTURE), stored),
        storedFrames.atMost(MAX_FRAME).ofFrames(sizes().unit()),
        PixelScale.CLIP.normalization());
  }

  @Override
  public PromptTemplate template() {
    return ChatMlTemplate.MARKS;
  }

  @Override
  protected double positionsPerSlice(PatchBlocks clip) {
    return 1;
  }

  @Override
  public Backbone build(ModuleFactory modules) throws WeightsException {
    return new QwenBackbone(this, new Qwen2Tower(vision, modules), modules);
  }

  @Override
  protected int towerLayers() {
    return vision.depth();
  }
}
