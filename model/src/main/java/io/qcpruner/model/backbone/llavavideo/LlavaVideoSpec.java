package io.qcpruner.model.backbone.llavavideo;

import io.qcpruner.checkpoint.config.ConfigException;
import io.qcpruner.checkpoint.config.ConfigFiles;
import io.qcpruner.checkpoint.config.DecoderType;
import io.qcpruner.checkpoint.config.VideoTokens;
import io.qcpruner.checkpoint.weights.WeightsException;
import io.qcpruner.core.method.BackboneFacts;
import io.qcpruner.core.method.BackboneFacts.Tower;
import io.qcpruner.core.method.BackboneFacts.Views;
import io.qcpruner.media.video.FrameSampling;
import io.qcpruner.model.backbone.Backbone;
import io.qcpruner.model.backbone.BackboneFamily;
import io.qcpruner.model.backbone.VisualPreparer;
import io.qcpruner.model.backbone.llava.LlavaConfig;
import io.qcpruner.model.backbone.llava.LlavaSpec;
import io.qcpruner.model.nn.ModuleFactory;
import io.qcpruner.model.vision.FramePooling;
import io.qcpruner.text.ChatMlTemplate;
import io.qcpruner.text.PromptTemplate;

/** A LLaVA-Video checkpoint. */
public final class LlavaVideoSpec extends LlavaSpec {
  private final VideoTokens stored;
  private final VideoTokens tokens;

  LlavaVideoSpec(BackboneFamily family, LlavaConfig config, VideoTokens stored, ConfigFiles files)
      throws ConfigException {
    super(family, config, true, files, DecoderType.QWEN2.generation());
    this.stored = stored;
    this.tokens = VideoTokens.EVALUATION;
  }

  private LlavaVideoSpec(LlavaVideoSpec other, VideoTokens tokens) {
    super(other);
    this.stored = other.stored;
    this.tokens = tokens;
  }

  /** A copy with frames pooled and separated in another way than the evaluation's. */
  public LlavaVideoSpec with(VideoTokens other) {
    return new LlavaVideoSpec(this, other);
  }

  /** How frames become rows. */
  VideoTokens tokens() {
    return tokens;
  }

  /** How the checkpoint says frames become rows; the evaluation does not follow it. */
  public VideoTokens storedTokens() {
    return stored;
  }

  @Override
  public VisualPreparer preparer() {
    return new LlavaVideoPreparer(vit(), tokens, clipNormalization());
  }

  @Override
  public PromptTemplate template() {
    return ChatMlTemplate.LINES;
  }

  @Override
  public int maxVisuals() {
    return 1;
  }

  @Override
  public BackboneFacts methodFacts() {
    return BackboneFacts.of(
            family().label(),
            Tower.PATCH_ROWS,
            Views.POOLED_FRAMES,
            config().decoder().layers(),
            nominalPatches())
        .withRho(0.5f);
  }

  @Override
  public int nominalPatches() {
    int side = FramePooling.side(tokens, vit().grid());
    return FrameSampling.PAPER.frames() * side * side;
  }

  @Override
  public Backbone build(ModuleFactory modules) throws WeightsException {
    return new LlavaVideo(this, modules);
  }
}
